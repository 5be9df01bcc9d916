import type { toast as Toast } from "sonner";
import { Observable } from "./observable";

/**
 * Whether the page has a toaster. Visitors' pages load its code with their first toast, to keep it
 * out of the initial download; signed-in screens always have it.
 */
export const hasToaster = new Observable(false);

/** Makes the root render the toaster. Toasts requested earlier then appear. */
export function mountToaster(): void {
  hasToaster.set(true);
}

/** Calls `show` with sonner's `toast` once its code has loaded. */
export async function showToast(show: (toast: typeof Toast) => void): Promise<void> {
  const { toast } = await import("sonner");
  show(toast);
  mountToaster();
}
