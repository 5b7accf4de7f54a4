/** Requests about notices: by push, mail, webhook and calendar. */
import { post, remove, request } from "../../net/http";
import { settings } from "../../state/settings.svelte";
import type { EndPush, NewCalendar, NewMail, NewPush, NewWebhook, Notices } from "../../net/wire";

const language = () => settings.language as NewPush["language"];

export const notices = () => request<Notices>("/api/notices");

export function addPush(subscription: PushSubscription): Promise<Notices> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys!;
  return post<Notices>("/api/notices/push", {
    endpoint: endpoint!,
    keys: { p256dh: p256dh!, auth: auth! },
    language: language(),
  } satisfies NewPush);
}

export const endPush = (endpoint: string) =>
  remove<Notices>("/api/notices/push", { endpoint } satisfies EndPush);

export const setWebhook = (url: string, format: NewWebhook["format"]) =>
  post<Notices>("/api/notices/webhook", {
    url,
    format,
    language: language(),
  } satisfies NewWebhook);

export const endWebhook = () => remove<Notices>("/api/notices/webhook");

/** A mail each morning, in the time zone of this browser. */
export const addMail = () =>
  post<Notices>("/api/notices/mail", {
    language: language(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  } satisfies NewMail);

export const endMail = () => remove<Notices>("/api/notices/mail");

/** End the mails to the person whose secret link this is. */
export const unsubscribe = (secret: string) =>
  post<unknown>(`/unsubscribe/${encodeURIComponent(secret)}`, {});

export const makeCalendar = () =>
  post<Notices>("/api/notices/calendar", { language: language() } satisfies NewCalendar);

export const endCalendar = () => remove<Notices>("/api/notices/calendar");
