import "./style";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./i18n/index.svelte";
import { register } from "./pwa/register";
import { settings } from "./settings.svelte";

if (import.meta.env.PROD) register();

await speak(settings.language);
mount(App, { target: document.getElementById("app")! });
