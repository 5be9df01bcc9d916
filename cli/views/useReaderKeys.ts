import { useEffect, useLayoutEffect, useRef } from "react";
import { useInput, type Key } from "ink";
import { KeyReader, type Decision, type Stroke } from "#domain/keys/keyReader";
import type { Meaning } from "#domain/keys/run";

type Keystroke =
  | { readonly kind: "character"; readonly key: string }
  | { readonly kind: "end"; readonly by: "Enter" | "LineFeed" | "Tab" }
  | { readonly kind: "other" };

type ReaderKeys = {
  /**
   * Called with each key that need not be held back: one that moves the cursor, Enter, Escape, an
   * arrow.
   */
  readonly onKey: (input: string, key: Partial<Key>) => void;
  /** Returns what the keys do on the current screen (`Meaning`). */
  readonly meaningOf: (keys: string) => Meaning | null;
  /** Names the part of the screen that receives the keys: the list, or the panel over it. */
  readonly place: string;
  /** True while a text field receives the keys. */
  readonly isTyping: boolean;
  readonly onDecision: (decision: Decision) => void;
};

const ENDS: Readonly<Record<string, "Enter" | "LineFeed" | "Tab">> = {
  "\r": "Enter",
  "\n": "LineFeed",
  "\t": "Tab",
};

/**
 * Reads the keys of a terminal, into which barcode readers type as well (`KeyReader`). Always calls
 * the latest handlers: Ink replaces its own some time after it has drawn the screen, so a fast key
 * would act on the previously chosen sample.
 */
export function useReaderKeys(handlers: ReaderKeys): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const reader = useRef<KeyReader | null>(null);
  const timer = useRef<NodeJS.Timeout | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const decide = (decisions: readonly Decision[]) => {
    for (const decision of decisions) latest.current.onDecision(decision);
  };
  useInput((input, key) => {
    const current = (reader.current ??= new KeyReader((keys) => latest.current.meaningOf(keys)));
    const at = Date.now();
    for (const stroke of keystrokesOf(input, key)) {
      decide(current.settle(at));
      const { place, isTyping } = latest.current;
      const reading = current.read(strokeAt(stroke, at, place, isTyping));
      if (!reading.isHeld && !isTyping) {
        latest.current.onKey(stroke.kind === "character" ? stroke.key : "", keyOf(stroke, key));
      }
      decide(reading.decisions);
    }
    clearTimeout(timer.current);
    const due = current.dueAt;
    if (due !== null) timer.current = setTimeout(() => decide(current.settle(due)), due - at);
  });
}

/** The keys of one input; those of a fast barcode reader arrive together. */
function keystrokesOf(input: string, key: Key): Keystroke[] {
  if (key.return) return [{ kind: "end", by: "Enter" }];
  if (key.tab && !key.shift) return [{ kind: "end", by: "Tab" }];
  if (input === "" || key.ctrl || key.meta) return [{ kind: "other" }];
  return [...input].map((each) => {
    const by = ENDS[each];
    return by === undefined ? { kind: "character", key: each } : { kind: "end", by };
  });
}

/** Ink's flags for a single keystroke. */
function keyOf(stroke: Keystroke, key: Key): Partial<Key> {
  if (stroke.kind === "other") return key;
  return { return: stroke.kind === "end" && stroke.by !== "Tab" };
}

function strokeAt(stroke: Keystroke, at: number, place: string, isTyping: boolean): Stroke {
  const where = { at, place, field: isTyping ? ("plain" as const) : null };
  if (stroke.kind !== "character") return { ...stroke, ...where };
  return { ...stroke, typed: stroke.key, byPosition: null, ...where };
}
