import { mount } from "svelte";
import "../src/tokens.css";
import "../src/base.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("gallery")! });
