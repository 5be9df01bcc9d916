import { useEffect } from "react";
import { keepToasts } from "@/lib/toastSlot";

/** Time between a success and the next screen, ms: long enough to see the success. */
const LEAVE_AFTER_MS = 500;

/**
 * Calls `leave` half a second after `isDone`, unless the component was unmounted before. The toast
 * that reports the success stays.
 */
export function useLeaveAfterSuccess(isDone: boolean, leave: () => void): void {
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => {
      keepToasts();
      leave();
    }, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, leave]);
}
