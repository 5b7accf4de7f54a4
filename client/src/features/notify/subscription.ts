/** This browser, as far as it can be told something while no page of ours is open. */
import { store, stored } from "../../browser/storage";
import { addPush } from "./api";

const KEY = "inglenook.told";
const DAY = 86_400_000;

/** Why it cannot be told; "" if it can. */
export function obstacle(): "" | "insecure" | "unable" | "denied" {
  if (!window.isSecureContext) return "insecure";
  if (!("PushManager" in window && "Notification" in window)) return "unable";
  return Notification.permission === "denied" ? "denied" : "";
}

/** What it is subscribed with, if it is. */
export async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker?.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

/** Ask the person, and subscribe; null if they would rather not. To be called after a click. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // Of another house that was at this address before, or with other keys.
  if (before && !sameKey(before, key)) await before.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function sameKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/**
 * Say once a day that this browser is still there: not every push service tells the server when one
 * has gone.
 */
export async function stillHere(): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  if (Date.now() - (Number(stored(KEY).at) || 0) < DAY) return;
  const now = await subscription();
  if (!now || !stored(KEY).at) return;
  await addPush(now).then(told, () => {});
}

/** It was just subscribed, or has just said that it is there. */
export function told(): void {
  store(KEY, { at: Date.now() });
}

/** It is to be told no more. */
export function untold(): void {
  store(KEY, {});
}

/** What was shown of a table has been seen. */
export async function dismiss(table: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag: table })) ?? []) shown.close();
}
