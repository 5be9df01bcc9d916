import { Observable } from "./observable";

/** Where toasts lie, px: in the top bar, so that they cover nothing that can be pressed. */
export type ToastSlot = { readonly left: number; readonly width: number };

/** Null on pages without a top bar. */
export const toastSlot = new Observable<ToastSlot | null>(null);

export function setToastSlot(next: ToastSlot | null): void {
  const slot = toastSlot.get();
  if (next?.left === slot?.left && next?.width === slot?.width) return;
  toastSlot.set(next);
}

/** A redirect that follows within this time is the product's own, ms. */
const REDIRECT_WITHIN_MS = 2_000;
let keptUntil = -Infinity;

/**
 * Called right before the product itself leaves a screen after a success: the toast that reports
 * the success stays. Any other navigation closes the toasts.
 */
export function keepToasts(): void {
  keptUntil = performance.now() + REDIRECT_WITHIN_MS;
}

/** True once after `keepToasts`. */
export function takeKeptToasts(): boolean {
  const isKept = performance.now() < keptUntil;
  keptUntil = -Infinity;
  return isKept;
}
