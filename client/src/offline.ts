import "./style";
import { mount } from "svelte";
import { speak } from "./i18n/index.svelte";
import Offline from "./features/offline/Offline.svelte";
import { settings } from "./state/settings.svelte";

await speak(settings.language);
mount(Offline, { target: document.getElementById("app")! });
