/**
 * Push messages in the service worker: it shows them as notifications, and a click opens the table.
 */

import type { NewPush } from "../../net/wire";

/** A push message of the server. */
interface Pushed {
  table: string;
  title: string;
  body: string;
  lang: string;
}

const LANGUAGES: NewPush["language"][] = ["en", "de", "fr", "es", "nl"];

export function listenForPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    const { table, title, body, lang } = event.data!.json() as Pushed;
    const shown = { body, lang, tag: table, icon: "/icons/192.png", data: `/t/${table}` };
    event.waitUntil(worker.registration.showNotification(title, shown));
  });

  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(visit(worker.clients, event.notification.data as string));
  });

  // Browsers replace subscriptions now and then.
  worker.addEventListener("pushsubscriptionchange", (event) => {
    const { newSubscription, oldSubscription } = event as PushSubscriptionChangeEvent;
    if (newSubscription) event.waitUntil(move(newSubscription, oldSubscription));
  });
}

/** Go to the tab that shows a path, or open one. */
async function visit(clients: Clients, path: string): Promise<void> {
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find(({ url }) => new URL(url).pathname === path);
  if (there) await there.focus();
  else await clients.openWindow(path);
}

async function move(now: PushSubscription, before: PushSubscription | null): Promise<void> {
  const headers = { "content-type": "application/json" };
  // A service worker cannot read the settings; a page sends the right language within a day.
  const language = LANGUAGES.find((each) => navigator.language.startsWith(each)) ?? "en";
  const added = JSON.stringify({ ...now.toJSON(), language });
  await fetch("/api/notices/push", { method: "POST", headers, body: added });
  if (!before || before.endpoint === now.endpoint) return;
  const body = JSON.stringify({ endpoint: before.endpoint });
  await fetch("/api/notices/push", { method: "DELETE", headers, body });
}
