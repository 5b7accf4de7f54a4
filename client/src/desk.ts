import "./style";
import { mount } from "svelte";
import Desk from "./features/desk/Desk.svelte";
import { loadLanguage } from "./i18n/index.svelte";
import { settings } from "./state/settings.svelte";

await loadLanguage(settings.language);
mount(Desk, { target: document.getElementById("app")! });
