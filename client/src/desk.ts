import "./style";
import { mount } from "svelte";
import Desk from "./features/desk/Desk.svelte";
import { speak } from "./i18n/index.svelte";
import { settings } from "./state/settings.svelte";

await speak(settings.language);
mount(Desk, { target: document.getElementById("app")! });
