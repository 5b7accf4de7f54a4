import "./style";
import { mount } from "svelte";
import { speak } from "./i18n/index.svelte";
import Offline from "./pwa/Offline.svelte";
import { settings } from "./settings.svelte";

await speak(settings.language);
mount(Offline, { target: document.getElementById("app")! });
