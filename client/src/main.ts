import "./style";
import { mount } from "svelte";
import App from "./App.svelte";
import { register } from "./pwa/register";

if (import.meta.env.PROD) register();

export default mount(App, { target: document.getElementById("app")! });
