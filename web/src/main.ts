import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { loadSettings } from "./shell/storedSettings.svelte";
import "./tokens.css";

loadSettings();
mount(App, { target: document.getElementById("omnibus")! });

// While developing, nothing is kept: every change must show.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  window.addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
}
