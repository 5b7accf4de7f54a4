import "./style";
import { mount } from "svelte";
import LoginPage from "./features/desk/LoginPage.svelte";
import { loadLanguage } from "./i18n/index.svelte";
import { settings } from "./state/settings.svelte";

await loadLanguage(settings.language);
mount(LoginPage, { target: document.getElementById("app")! });
