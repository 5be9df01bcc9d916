import { useEffect, useEffectEvent } from "react";
import { addShortcuts, retainKeyGate, type FindShortcut } from "@/lib/keys/keyGate";

/**
 * Declares the shortcuts of a screen for as long as the caller is on it. One that takes a step runs
 * when its keys come alone; one that only looks around has a listener of its own, and is declared
 * so that its key is let through.
 */
export function useShortcuts(find: FindShortcut): void {
  const latest = useEffectEvent(find);
  useEffect(() => {
    const remove = addShortcuts((keys) => latest(keys));
    const release = retainKeyGate();
    return () => {
      remove();
      release();
    };
  }, []);
}
