import "./style";
import { mount } from "svelte";
import Desk from "./house/Desk.svelte";
import { speak } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";

await speak(settings.language);
mount(Desk, { target: document.getElementById("app")! });
