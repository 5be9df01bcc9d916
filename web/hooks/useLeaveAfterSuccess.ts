import { useEffect } from "react";

/** Between success and the next screen, ms: time to see that it worked. Source: doc 1 §9. */
const LEAVE_AFTER_MS = 500;

/** Calls `leave` half a second after `isDone`, unless the screen was left before. */
export function useLeaveAfterSuccess(isDone: boolean, leave: () => void): void {
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(leave, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, leave]);
}
