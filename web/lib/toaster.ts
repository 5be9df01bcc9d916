import type { toast as Toast } from "sonner";

/**
 * Whether this page has a toaster. Visitors' pages fetch its code with their first toast, so that
 * it is no part of what they load at first; signed-in screens always have it.
 */
let isMounted = false;
const listeners = new Set<() => void>();

export const isToasterMounted = () => isMounted;

export function subscribeToToaster(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Makes the root draw the toaster. A toast that was shown before appears then. */
export function mountToaster(): void {
  isMounted = true;
  for (const onChange of listeners) onChange();
}

/** Calls `show` with sonner's `toast` as soon as its code is there: at once, once it was used. */
export async function showToast(show: (toast: typeof Toast) => void): Promise<void> {
  const { toast } = await import("sonner");
  show(toast);
  mountToaster();
}
