import "./style";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadLanguage } from "./i18n/index.svelte";
import { register } from "./features/offline/register";
import { settings } from "./state/settings.svelte";
import { renewSubscription } from "./features/notify/subscription";

if (import.meta.env.PROD) register();

await loadLanguage(settings.language);
const target = document.getElementById("app")!;
// What was seen until now.
target.replaceChildren();
mount(App, { target });

// The page comes first.
if (import.meta.env.PROD) setTimeout(renewSubscription, 1000);
