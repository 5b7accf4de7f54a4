import "./style";
import { mount } from "svelte";
import Offline from "./pwa/Offline.svelte";

export default mount(Offline, { target: document.getElementById("app")! });
