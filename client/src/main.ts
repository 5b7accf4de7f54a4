import "./style";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./i18n/index.svelte";
import { register } from "./pwa/register";
import { settings } from "./settings.svelte";
import { stillHere } from "./tell/browser";

if (import.meta.env.PROD) {
  register();
  void stillHere();
}

await speak(settings.language);
const target = document.getElementById("app")!;
target.replaceChildren();
mount(App, { target });
