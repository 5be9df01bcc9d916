import { useEffect, useState } from "react";

/** A pause in typing after which the server is asked, ms. */
export const TYPING_PAUSE_MS = 150;

/** `value`, once it has stayed the same for `afterMs`. */
export function useDebouncedValue<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
