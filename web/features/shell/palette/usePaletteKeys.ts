import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useMemo } from "react";
import { tinykeys } from "tinykeys";
import { useKeyHelp } from "@/components/keys/keyHelp";
import { useShortcuts } from "@/hooks/keys/useShortcuts";
import { QUESTION } from "@/lib/keys/isTaken";
import type { Role } from "#domain/custody/workflow";
import { screensFor } from "../navigation";

/**
 * The shell's shortcuts: Ctrl+K (⌘K) opens the palette, wherever the focus is, and `g` with a
 * letter opens a screen. No other listener receives that letter, which alone may have a meaning: in
 * a list, `t` transfers.
 */
export function usePaletteKeys(role: Role, onOpen: () => void): void {
  const navigate = useNavigate();
  const open = useEffectEvent(onOpen);
  const screens = useMemo(() => screensFor(role).filter(({ goKey }) => goKey), [role]);
  useEffect(() => {
    const openPalette = (event: KeyboardEvent) => {
      event.preventDefault();
      if (document.querySelector(QUESTION) === null) open();
    };
    return tinykeys(document.documentElement, { "$mod+k": openPalette }, { capture: true });
  }, []);
  useShortcuts((keys) => {
    if (keys === "g") return { isPrefix: true, run: () => undefined };
    const found = screens.find(({ goKey }) => keys === `g${goKey}`);
    return found === undefined ? null : { run: () => void navigate({ to: found.to }) };
  });
  useKeyHelp(
    useMemo(
      () => ({
        title: "Everywhere",
        keys: [
          { keys: [isMac() ? "⌘" : "Ctrl", "K"], label: "Search and go anywhere" },
          ...screens.map(({ goKey = "", label }) => ({ keys: ["g", goKey], label })),
          { keys: ["?"], label: "This list" },
        ],
      }),
      [screens],
    ),
  );
}

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
