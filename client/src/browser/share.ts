import { t } from "../i18n/index.svelte";
import { show } from "../ui/notice.svelte";

/** Copy by `execCommand`: browsers offer the clipboard API only on https and localhost. */
function copyByCommand(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  // While a dialog is open, nothing outside it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

/** Copy a text, and show `done`; if it cannot be copied, show the text itself. */
export async function copyText(text: string, done: string): Promise<void> {
  const copied = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => copyByCommand(text),
  );
  show(copied ? done : text);
}

/** Copy a link; `to` is a path on this server, or a whole URL. */
export async function copyLink(to: string): Promise<void> {
  await copyText(new URL(to, location.href).href, t("share.copied"));
}

/** Share a link by the share sheet of the device, or copy it. */
export async function share(to: string, title: string): Promise<void> {
  if (!navigator.share) return copyLink(to);
  // Closing the share sheet is not an error.
  await navigator.share({ title, url: new URL(to, location.href).href }).catch(() => {});
}
