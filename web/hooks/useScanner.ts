import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import { ScanReader, type Stroke } from "@/lib/scanReader";

/**
 * Pause after which a key stroke counts as a person's, ms: a busy browser reports the next one
 * late.
 */
const SETTLE_MS = 80;

const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable=true]";
/** Fields whose content a scan replaces. */
const SEARCH_FIELDS = "input[type=search], input[data-takes-scans]";
/** Elements that a space presses. */
const PRESSED_BY_SPACE = "button, summary, input[type=checkbox]";
/** Part of the window's height that a space scrolls by, about as browsers do. */
const SPACE_SCROLL = 0.85;
/** An open question, which a scan must not answer. */
const QUESTION = "[role=alertdialog]";

type KeyStroke = Stroke & { readonly event: KeyboardEvent };
type OnScan = (text: string) => void;

/** Names the field that a code would go to, for a person who picks one of several codes. */
type LabelOf = (text: string) => string;

type Taker = {
  readonly take: OnScan;
  readonly takesMany: boolean;
  readonly labelOf: LabelOf | null;
};

type ScannerOptions = {
  isFallback?: boolean;
  takesMany?: boolean;
  labelOf?: LabelOf | undefined;
};

/** Takers of the mounted `useScanner` calls; only the last one gets a scan. */
const takers: Taker[] = [];
/** Strokes that went into a field which a shortcut had just focused. */
const intoField = new WeakSet<Event>();
/** Strokes that were held and are handed on. */
const handedOn = new WeakSet<Event>();

/**
 * Takes what a scanner types while no other field has the focus, for as long as the caller is on
 * screen and nothing newer takes scans. No part of a scan reaches a shortcut, a button or a link: a
 * character typed outside of fields is held for at most 80 ms, then handed on.
 *
 * @param isFallback older than every other: the shell's own, for screens that take no scans
 * @param takesMany one scan follows another: a camera stays open
 * @param labelOf several codes of one picture are wanted, each in a field of its own
 */
export function useScanner(onScan: OnScan, options: ScannerOptions = {}): void {
  const { isFallback = false, takesMany = false, labelOf } = options;
  const take = useEffectEvent(onScan);
  const label = useEffectEvent((text: string) => labelOf?.(text) ?? "");
  const isLabelled = labelOf !== undefined;
  useEffect(() => {
    const taker = {
      take: (text: string) => take(text),
      takesMany,
      labelOf: isLabelled ? (text: string) => label(text) : null,
    };
    if (isFallback) takers.unshift(taker);
    else takers.push(taker);
    if (takers.length === 1) stopListening = listen();
    return () => {
      takers.splice(takers.indexOf(taker), 1);
      if (takers.length === 0) stopListening();
    };
  }, [isFallback, takesMany, isLabelled]);
}

/** Hands a text that a camera read to the taker that a scanner's would go to. */
export function takeScan(text: string): void {
  takers.at(-1)?.take(text);
}

/** True where one scan follows another, as in a basket. */
export function takesManyScans(): boolean {
  return takers.at(-1)?.takesMany ?? false;
}

/** Names the field that each code goes to, where several of one picture are wanted; else null. */
export function scanLabels(): LabelOf | null {
  return takers.at(-1)?.labelOf ?? null;
}

let stopListening: () => void = () => undefined;

/** Reads the window's keys before anybody else does. @returns what ends it */
function listen(): () => void {
  const reader = new ScanReader<KeyStroke>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSpaceHeld = false;

  const onKeyDown = (event: KeyboardEvent) => {
    if (handedOn.has(event) || !isStroke(event)) return;
    if (event.key === " ") isSpaceHeld = false;
    clearTimeout(timer);
    const { typed, scanned, isHeld } = reader.read({ key: event.key, at: event.timeStamp, event });
    handOn(typed);
    const field = fieldOf(event);
    // Keys in a field are the field's own, except the Enter that ends a scan in a search field.
    const isOurs = field === null || (scanned !== null && field.matches(SEARCH_FIELDS));
    if (isHeld && isOurs) {
      event.stopImmediatePropagation();
      // A shortcut just focused a field, which gets the character.
      if (scanned === null && isField(document.activeElement)) intoField.add(event);
      else {
        event.preventDefault();
        isSpaceHeld ||= event.key === " ";
      }
    }
    if (scanned !== null && isOurs && document.querySelector(QUESTION) === null) {
      takeScan(scanned);
    }
    timer = setTimeout(() => handOn(reader.settle()), SETTLE_MS);
  };
  // A space presses a button when it is released; some browsers do so without its press.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key !== " " || !isSpaceHeld) return;
    isSpaceHeld = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("keyup", onKeyUp, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    window.removeEventListener("keyup", onKeyUp, { capture: true });
  };
}

/**
 * Gives held strokes to those whom they were kept from; fields had theirs at once. Each is drawn
 * before the next: of `j` and `t`, the second acts on the row that the first moved to.
 */
function handOn(strokes: readonly KeyStroke[]): void {
  for (const { event } of strokes) {
    if (fieldOf(event) !== null || intoField.has(event)) continue;
    const { key, code, shiftKey, repeat } = event;
    const again = new KeyboardEvent("keydown", {
      key,
      code,
      shiftKey,
      repeat,
      bubbles: true,
      cancelable: true,
    });
    handedOn.add(again);
    const target =
      event.target instanceof Element && event.target.isConnected ? event.target : document.body;
    flushSync(() => {
      const isUnhandled = target.dispatchEvent(again);
      if (key === " " && isUnhandled) pressSpace(target, shiftKey);
    });
  }
}

/** Does what the browser does at a space of its own: a key that is handed on does none of it. */
function pressSpace(target: Element, isBack: boolean): void {
  const pressed = target.closest<HTMLElement>(PRESSED_BY_SPACE);
  if (pressed) return pressed.click();
  const top = window.innerHeight * SPACE_SCROLL;
  window.scrollBy({ top: isBack ? -top : top });
}

/** A character or Enter, alone and not held down. */
function isStroke(event: KeyboardEvent): boolean {
  const { key, repeat, ctrlKey, metaKey, altKey, isComposing } = event;
  if (repeat || ctrlKey || metaKey || altKey || isComposing) return false;
  return key === "Enter" || key.length === 1;
}

const isField = (element: Element | null) => element?.matches(FIELDS) ?? false;

function fieldOf({ target }: KeyboardEvent): Element | null {
  return target instanceof Element ? target.closest(FIELDS) : null;
}
