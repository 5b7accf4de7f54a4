import "./style";
import { mount } from "svelte";
import App from "./App.svelte";
import { register } from "./pwa/register";
import { stillHere } from "./tell/browser";

if (import.meta.env.PROD) {
  register();
  void stillHere();
}

export default mount(App, { target: document.getElementById("app")! });
