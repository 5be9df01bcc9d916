import type { Stroke } from "#domain/keys/keyReader";
import { DECLARED_FIELDS, type FieldKind } from "#domain/keys/run";
import { fieldOf, NO_TEXT, OVERLAYS } from "./isTaken";

/** Keys pressed together with others: a reader holds Shift, or toggles Caps Lock. */
const SILENT_KEYS = ["Shift", "CapsLock", "NumLock", "Control", "Alt", "AltGraph", "Meta", "Fn"];
/** Readers type Ctrl+J and Ctrl+M for LF and CR if they do not press Enter. */
const LINE_FEED_KEYS = ["j", "m"];
/** Elements that a space presses. */
const PRESSED_BY_SPACE = `button, summary, input:is(${NO_TEXT}), [role^=menuitem], [role=option]`;
/** Represents a key without its own character, such as a dead key. */
const NO_CHARACTER = "\uFFFD";

/** Characters of a US keyboard by key position: without Shift, and with it. */
const US_KEYS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...")!@#$%^&*("].map((shifted, digit) => [`Digit${digit}`, digit + shifted]),
  ),
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Backquote: "`~",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
  Space: "  ",
};

/** Describes a keydown: the key, its time, and its target. */
export function strokeOf(event: KeyboardEvent, taker: string): Stroke {
  const target = event.target instanceof Element ? event.target : null;
  const element = fieldOf(target);
  const at = event.timeStamp;
  const place = element === null ? placeOutside(taker) : placeOf(element);
  const field = element && fieldKindOf(element);
  const { key } = event;
  if (isComposing(event)) return { kind: "other", at, place, field };
  if (SILENT_KEYS.includes(key)) return { kind: "silent", at, place, field };
  const isCharacter = key.length === 1 || key === "Dead";
  if (isCharacter && !isModified(event)) {
    const presses = target?.closest(PRESSED_BY_SPACE) != null;
    return { kind: "character", key, presses, ...charactersOf(event), at, place, field };
  }
  const by = endOf(event);
  // In multi-line text, Enter is part of the text.
  const isEnd = by !== null && !element?.matches("textarea, [contenteditable=true]");
  return isEnd ? { kind: "end", by, at, place, field } : { kind: "other", at, place, field };
}

/**
 * Identifies the target of keys while no field has the focus: the topmost dialog, and the taker of
 * scans.
 */
export function placeOutside(taker: string): string {
  const overlay = [...document.querySelectorAll(OVERLAYS)].at(-1);
  return `${overlay ? placeOf(overlay) : "page"}, ${taker}`;
}

/** `data-scans` on a field, or around fields, declares what a scan does there. */
function fieldKindOf(field: Element): FieldKind {
  const declared = field.closest<HTMLElement>("[data-scans]")?.dataset.scans;
  const kind = DECLARED_FIELDS.find((each) => each === declared);
  return kind ?? (field.matches("input[type=search]") ? "search" : "plain");
}

function endOf(event: KeyboardEvent): "Enter" | "LineFeed" | "Tab" | null {
  const { key, ctrlKey, shiftKey } = event;
  const isPlain = !isModified(event);
  if (isPlain && key === "Enter") return "Enter";
  if (isPlain && key === "Tab" && !shiftKey) return "Tab";
  const isLineFeed = ctrlKey && !event.altKey && !event.metaKey && !shiftKey;
  return isLineFeed && LINE_FEED_KEYS.includes(key.toLowerCase()) ? "LineFeed" : null;
}

/**
 * AltGr, which may be reported as Ctrl and Alt, types characters, but neither letters nor digits.
 */
function isModified(event: KeyboardEvent): boolean {
  const isAltGraph = event.getModifierState("AltGraph") && !/^[a-z\d]$/i.test(event.key);
  return (event.ctrlKey || event.altKey || event.metaKey) && !isAltGraph;
}

/**
 * Restores the letters that the reader intended: upper case with Shift, regardless of Caps Lock.
 */
function charactersOf(event: KeyboardEvent) {
  const { key, code, shiftKey } = event;
  const withShift = (letter: string) => (shiftKey ? letter.toUpperCase() : letter.toLowerCase());
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const byPosition =
    letter !== undefined
      ? withShift(letter)
      : (US_KEYS[code]?.[shiftKey ? 1 : 0] ?? numpad(code, key));
  const isLocked = event.getModifierState("CapsLock") && /^[a-z]$/i.test(key);
  const typed = key === "Dead" ? NO_CHARACTER : isLocked ? withShift(key) : key;
  return { typed, byPosition };
}

/** Keys of the number pad are the same in all layouts. */
function numpad(code: string, key: string): string | null {
  return code.startsWith("Numpad") ? key : null;
}

const ids = new WeakMap<Element, string>();
let count = 0;

/** Assigns a name to an element. */
export function placeOf(element: Element): string {
  const known = ids.get(element);
  if (known !== undefined) return known;
  const id = `element ${++count}`;
  ids.set(element, id);
  return id;
}

/** `keyCode` of a key that an input method takes, also before its first and after its last one. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * True for a key that belongs to an input method (Japanese, Chinese, Korean, dead keys of macOS):
 * Enter chooses a word there, Escape drops it, digits and arrows pick from a list. Safari ends the
 * composition before it sends Enter, so `isComposing` alone is not enough.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD;
}
