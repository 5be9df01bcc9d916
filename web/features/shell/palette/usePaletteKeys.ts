import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useMemo } from "react";
import { tinykeys } from "tinykeys";
import { isTaken } from "@/components/keys/isTaken";
import { useKeyHelp } from "@/components/keys/keyHelp";
import type { Role } from "../../../../domain/workflow";
import { screensFor } from "../navigation";

/** A question waits for an answer. */
const QUESTION = "[role=alertdialog]";

/**
 * The shell's keys: Ctrl+K (⌘K) opens the palette, wherever the focus is, and `g` with a letter
 * opens a screen. Nobody else gets that letter: in a list, `t` alone transfers.
 */
export function usePaletteKeys(role: Role, onOpen: () => void): void {
  const navigate = useNavigate();
  const open = useEffectEvent(onOpen);
  const screens = useMemo(() => screensFor(role).filter(({ goKey }) => goKey), [role]);
  useEffect(() => {
    const goTo = (to: (typeof screens)[number]["to"]) => (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void navigate({ to });
    };
    const goKeys = Object.fromEntries(screens.map(({ goKey, to }) => [`g ${goKey}`, goTo(to)]));
    const openPalette = (event: KeyboardEvent) => {
      event.preventDefault();
      if (document.querySelector(QUESTION) === null) open();
    };
    return tinykeys(
      document.documentElement,
      { "$mod+k": openPalette, ...goKeys },
      { capture: true },
    );
  }, [screens, navigate]);
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
