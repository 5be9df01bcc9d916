import type { toast as Toast } from "sonner";

/**
 * Whether the page has a toaster. Visitors' pages load its code with their first toast, to keep it
 * out of the initial download; signed-in screens always have it.
 */
let isMounted = false;
const listeners = new Set<() => void>();

export const isToasterMounted = () => isMounted;

export function subscribeToToaster(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Makes the root render the toaster. Toasts requested earlier then appear. */
export function mountToaster(): void {
  isMounted = true;
  for (const onChange of listeners) onChange();
}

/** Calls `show` with sonner's `toast` once its code has loaded. */
export async function showToast(show: (toast: typeof Toast) => void): Promise<void> {
  const { toast } = await import("sonner");
  show(toast);
  mountToaster();
}
