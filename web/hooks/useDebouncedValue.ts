import { useEffect, useState } from "react";

/** Pause in typing before the server is queried, ms. */
export const TYPING_PAUSE_MS = 150;

/** Returns `value` once it has stayed the same for `afterMs`. */
export function useDebouncedValue<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
