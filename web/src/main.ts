import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { recall } from "./shell/memory.svelte";
import "./tokens.css";

recall();
mount(App, { target: document.getElementById("omnibus")! });
