import { toast } from "sonner";
import { MESSAGES } from "#domain/common/messages";

/** Copies `text`; a toast shows `done`, or that the browser refused. */
export async function copyAndTell(text: string, done: string): Promise<void> {
  if (await copyText(text)) toast.success(done);
  else toast.error(MESSAGES.copyRefused);
}

/** Layers above the screen that trap the focus. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * Copies `text`. @returns whether it succeeded
 * `navigator.clipboard` is missing on plain-HTTP origins, so a hidden text field is the fallback.
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission was denied: try the fallback.
    }
  }
  const focused = document.activeElement;
  // An open layer would take the focus back from elements outside of it.
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
