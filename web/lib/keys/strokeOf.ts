import type { FieldKind, Stroke } from "#domain/keys/keyReader";
import { fieldOf, OVERLAYS } from "./isTaken";

/** Keys that go along with others: a reader holds Shift, or switches Caps Lock. */
const SILENT_KEYS = ["Shift", "CapsLock", "NumLock", "Control", "Alt", "AltGraph", "Meta", "Fn"];
/** Ctrl+J and Ctrl+M are how readers type LF and CR where they do not press Enter. */
const LINE_FEED_KEYS = ["j", "m"];
/** Elements that a space presses. */
const PRESSED_BY_SPACE =
  "button, summary, input[type=checkbox], input[type=radio], [role^=menuitem], [role=option]";
/** A key without a character of its own, such as an accent that waits for its letter. */
const NO_CHARACTER = "\uFFFD";

/** Characters of a US keyboard by the position of their key: without Shift, and with it. */
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

/** Describes a keydown: the key, its time, and where it goes to. */
export function strokeOf(event: KeyboardEvent, taker: string): Stroke {
  const target = event.target instanceof Element ? event.target : null;
  const element = fieldOf(target);
  const at = event.timeStamp;
  const place = element === null ? placeOutside(taker) : placeOf(element);
  const field = element && fieldKindOf(element);
  const { key } = event;
  if (SILENT_KEYS.includes(key)) return { kind: "silent", at, place, field };
  const isCharacter = (key.length === 1 || key === "Dead") && !event.isComposing;
  if (isCharacter && !isModified(event)) {
    const presses = target?.closest(PRESSED_BY_SPACE) != null;
    return { kind: "character", key, presses, ...charactersOf(event), at, place, field };
  }
  const by = endOf(event);
  // In a text of several lines, Enter is the text's.
  const isEnd = by !== null && !element?.matches("textarea, [contenteditable=true]");
  return isEnd ? { kind: "end", by, at, place, field } : { kind: "other", at, place, field };
}

/** Names what has the keys while no field has the focus: the topmost dialog, the taker of scans. */
export function placeOutside(taker: string): string {
  const overlay = [...document.querySelectorAll(OVERLAYS)].at(-1);
  return `${overlay ? placeOf(overlay) : "page"}, ${taker}`;
}

/** `data-scans` on a field, or around fields, says what a scan does there. */
function fieldKindOf(field: Element): FieldKind {
  const declared = field.closest<HTMLElement>("[data-scans]")?.dataset.scans;
  if (declared === "search" || declared === "code" || declared === "next") return declared;
  return field.matches("input[type=search]") ? "search" : "plain";
}

function endOf(event: KeyboardEvent): "Enter" | "LineFeed" | "Tab" | null {
  const { key, ctrlKey, shiftKey, isComposing } = event;
  if (isComposing) return null;
  const isPlain = !isModified(event);
  if (isPlain && key === "Enter") return "Enter";
  if (isPlain && key === "Tab" && !shiftKey) return "Tab";
  const isLineFeed = ctrlKey && !event.altKey && !event.metaKey && !shiftKey;
  return isLineFeed && LINE_FEED_KEYS.includes(key.toLowerCase()) ? "LineFeed" : null;
}

/** AltGr, which may count as Ctrl and Alt, types characters, and neither letters nor digits. */
function isModified(event: KeyboardEvent): boolean {
  const isAltGraph = event.getModifierState("AltGraph") && !/^[a-z\d]$/i.test(event.key);
  return (event.ctrlKey || event.altKey || event.metaKey) && !isAltGraph;
}

/** Letters are as the reader meant them: with Shift capital, whatever Caps Lock makes of it. */
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

/** Keys of the number pad are the same everywhere. */
function numpad(code: string, key: string): string | null {
  return code.startsWith("Numpad") ? key : null;
}

const ids = new WeakMap<Element, string>();
let count = 0;

/** Names an element. */
export function placeOf(element: Element): string {
  const known = ids.get(element);
  if (known !== undefined) return known;
  const id = `element ${++count}`;
  ids.set(element, id);
  return id;
}
