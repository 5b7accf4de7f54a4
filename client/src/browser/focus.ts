import { tick } from "svelte";

/** Before what has the focus goes with all that is around it. */
export function focusMain() {
  document.querySelector("main")?.focus({ preventScroll: true });
}

/** For the button that leads on, once there is nothing to do on the board: the keyboard is there. */
export function takesFocus(button: HTMLButtonElement) {
  const take = async () => {
    await tick();
    // While somebody types on a small screen, nothing but the board is there.
    if (document.activeElement?.matches("input")) focusMain();
    await tick();
    button.focus({ preventScroll: true });
  };
  void take();
}

/**
 * For a part of the page whose buttons come and go: focus that would be lost with one of them, or
 * because it is disabled, goes where `refuge` puts it. It is given what is nearest around the lost
 * one of all that is still there and can have the focus.
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
      // Somebody went elsewhere, unless what had the focus is about to go.
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
