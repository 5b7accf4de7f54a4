import { tick } from "svelte";

/** Move the focus to the page as a whole, before the focused part is removed. */
export function focusMain() {
  document.querySelector("main")?.focus({ preventScroll: true });
}

/** An attachment: focus this button when it appears, as nothing is left to do on the board. */
export function takesFocus(button: HTMLButtonElement) {
  const take = async () => {
    await tick();
    // A text field that has the focus hides everything but the board on a small screen.
    if (document.activeElement?.matches("input")) focusMain();
    await tick();
    button.focus({ preventScroll: true });
  };
  void take();
}

/**
 * An attachment for a part of the page whose buttons come and go. If the focused element is removed
 * or disabled, it calls `refuge` to move the focus. `refuge` receives the nearest focusable ancestor
 * of the lost element that is still there.
 */
export function keepsFocus(refuge: (near: HTMLElement) => void) {
  return (root: HTMLElement) => {
    let last: Element | null = null;
    let around: HTMLElement[] = [];
    const lost = () => last && (!last.isConnected || last.matches(":disabled"));
    const observer = new MutationObserver(() => {
      if (!lost()) return;
      const { activeElement } = document;
      const gone = activeElement === document.body || activeElement === last;
      last = null;
      if (gone) refuge(around.find((part) => part.isConnected) ?? root);
    });
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    const came = (event: FocusEvent) => {
      last = event.target as Element;
      around = [];
      for (let part = last.parentElement; part && part !== root; part = part.parentElement)
        if (part.matches("[tabindex]")) around.push(part);
    };
    const went = (event: FocusEvent) => {
      // The focus was moved away on purpose, unless the element is about to be removed.
      if (!event.relatedTarget) setTimeout(() => last === event.target && !lost() && (last = null));
      else if (!root.contains(event.relatedTarget as Node)) last = null;
    };
    root.addEventListener("focusin", came);
    root.addEventListener("focusout", went);
    return () => {
      observer.disconnect();
      root.removeEventListener("focusin", came);
      root.removeEventListener("focusout", went);
    };
  };
}
