import { toast } from "sonner";
import { MESSAGES } from "#domain/common/messages";

/** Copies `text`, and says in a toast what came of it: `done`, or that the browser refused. */
export async function copyAndTell(text: string, done: string): Promise<void> {
  if (await copyText(text)) toast.success(done);
  else toast.error(MESSAGES.copyRefused);
}

/** Layers over the screen that keep the focus within themselves. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * Copies `text`; answers whether it worked.
 * `navigator.clipboard` is missing on plain-HTTP origins, so a hidden field is the second way.
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The browser asked and was refused: try the other way.
    }
  }
  const focused = document.activeElement;
  // An open layer takes the focus back from whatever is outside of it.
  const place = focused?.closest(LAYERS) ?? document.body;
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  place.append(field);
  field.focus({ preventScroll: true });
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
