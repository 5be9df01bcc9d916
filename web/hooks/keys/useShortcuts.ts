import { useEffect, useEffectEvent } from "react";
import {
  addShortcuts,
  retainKeyGate,
  type FindShortcut,
  type ShortcutScope,
} from "@/lib/keys/keyGate";

/**
 * Declares the shortcuts of a screen while the caller is mounted. A shortcut that takes a step runs
 * when its keys are pressed alone; one that only navigates has its own listener and is declared so
 * that its key is let through.
 */
export function useShortcuts(find: FindShortcut, scope: ShortcutScope = "page"): void {
  const latest = useEffectEvent(find);
  useEffect(() => {
    const remove = addShortcuts((keys) => latest(keys), scope);
    const release = retainKeyGate();
    return () => {
      remove();
      release();
    };
  }, [scope]);
}
