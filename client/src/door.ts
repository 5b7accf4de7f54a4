import "./style";
import { mount } from "svelte";
import Door from "./house/Door.svelte";
import { speak } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";

await speak(settings.language);
mount(Door, { target: document.getElementById("app")! });
