import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { preferredLanguage, voice } from "./texts/voice.svelte";
import "./tokens.css";

voice.language = preferredLanguage(navigator.languages);
mount(App, { target: document.getElementById("omnibus")! });
