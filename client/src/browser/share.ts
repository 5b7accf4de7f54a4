import { t } from "../i18n/index.svelte";
import { show } from "../ui/notice.svelte";

/** Browsers offer the clipboard only on https and localhost; in a home network the old way works. */
function copyOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  // Inside an open dialog nothing outside can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

/** Copy a text and say so; where nothing can be copied it is shown instead. */
export async function copyText(text: string, done: string): Promise<void> {
  const copied = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => copyOldWay(text),
  );
  show(copied ? done : text);
}

/** `to` is a path in this house, or a whole address. */
export async function copyLink(to: string): Promise<void> {
  await copyText(new URL(to, location.href).href, t("share.copied"));
}

/** Hand a link to the device's own way of sharing, or copy it. */
export async function share(to: string, title: string): Promise<void> {
  if (!navigator.share) return copyLink(to);
  // Closing the share sheet is not an error.
  await navigator.share({ title, url: new URL(to, location.href).href }).catch(() => {});
}
