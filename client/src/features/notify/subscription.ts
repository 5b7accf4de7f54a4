/** The push subscription of this browser. */
import { store, stored } from "../../browser/storage";
import { addPush } from "./api";

const KEY = "inglenook.told";
/** How often the server hears that the subscription is still in use. */
const RENEW_AFTER_MS = 86_400_000;

/** Why this browser cannot receive push messages; "" if it can. */
export function obstacle(): "" | "insecure" | "unable" | "denied" {
  if (!window.isSecureContext) return "insecure";
  if (!("PushManager" in window && "Notification" in window)) return "unable";
  return Notification.permission === "denied" ? "denied" : "";
}

/** The subscription of this browser; null if there is none. */
export async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker?.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

/** Ask for permission and subscribe; null if it is refused. Call it after a click. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // It may be of another server that had this address before.
  if (before && !sameKey(before, key)) await before.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function sameKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/**
 * Send the subscription to the server again, once a day: not every push service reports that a browser
 * is gone.
 */
export async function renewSubscription(): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  if (Date.now() - (Number(stored(KEY).at) || 0) < RENEW_AFTER_MS) return;
  const now = await subscription();
  if (!now || !stored(KEY).at) return;
  await addPush(now).then(markSubscribed, () => {});
}

/** Remember that the server has just received the subscription. */
export function markSubscribed(): void {
  store(KEY, { at: Date.now() });
}

/** Forget that there is a subscription. */
export function markUnsubscribed(): void {
  store(KEY, {});
}

/** Remove the notifications about a table. */
export async function dismissNotifications(table: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag: table })) ?? []) shown.close();
}
