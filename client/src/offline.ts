import "./style";
import { mount } from "svelte";
import { loadLanguage } from "./i18n/index.svelte";
import Offline from "./features/offline/Offline.svelte";
import { settings } from "./state/settings.svelte";

await loadLanguage(settings.language);
mount(Offline, { target: document.getElementById("app")! });
