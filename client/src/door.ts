import "./style";
import { mount } from "svelte";
import Door from "./features/desk/LoginPage.svelte";
import { speak } from "./i18n/index.svelte";
import { settings } from "./state/settings.svelte";

await speak(settings.language);
mount(Door, { target: document.getElementById("app")! });
