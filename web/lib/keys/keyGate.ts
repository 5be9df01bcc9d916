/**
 * The single listener that decides about the page's keys before any other listener sees them:
 * shortcuts that take a step, and scans. It knows the DOM; `KeyReader` contains the rules.
 */
import { KeyReader, type Decision } from "#domain/keys/keyReader";
import type { Meaning } from "#domain/keys/run";
import type { ReaderLayout } from "#domain/keys/typedCode";
import { isComposing, placeOutside, strokeOf } from "./strokeOf";
import { isPressable, OVERLAYS, OWN_KEYS, QUESTION } from "./isTaken";
import { codeQuestion, keepLayout, keptLayout } from "./codeQuestion";
import { fieldAt, FieldTexts, isOwnEvent, pressEnter, retype } from "./fieldTexts";
import { dismissKeyToast, sayEnterIgnored, sayScanAgain, sayTooSoon } from "./keyToasts";
import { PressedKeys } from "./pressedKeys";
import { takerName, takeScan } from "./scanTakers";

/** A shortcut that takes a step or opens something; it acts if its keys are pressed alone. */
export type StepShortcut = {
  /** Called on its key; `onCancel` or `run` follows within half a second. */
  readonly onWait?: () => void;
  readonly onCancel?: () => void;
  readonly run: () => void;
  /** More keys may follow, as after `g`. */
  readonly isPrefix?: boolean;
};

/**
 * Returns the shortcut for `keys` on the current screen. "move": a navigation shortcut that acts
 * through its own listener. Null: none.
 */
export type FindShortcut = (keys: string) => StepShortcut | "move" | null;

/** Elements that use characters themselves: menus jump to an entry, maps zoom. */
const USES_CHARACTERS = "[role=menu], [role=listbox], [role=application]";
/** How long a prefix waits for the rest of its shortcut after it was pressed alone. */
const PREFIX_MS = 1_000;
/**
 * A timer delayed more than this ran on a busy page: key events queued in the meantime are handled
 * first.
 */
const LATE_MS = 30;

/** Where shortcuts apply: on the page, or in the sheet above it. */
export type ShortcutScope = "page" | "sheet";

const finders: { readonly find: FindShortcut; readonly scope: ShortcutScope }[] = [];
/** Callbacks that revert the shortcuts of the current burst if it turns out to be a code. */
let reverts: (() => void)[] = [];
/** Enter keys that followed a possible code and were passed on to the field. */
const codeEnds = new WeakSet<Event>();

/**
 * Adds shortcuts.
 *
 * @returns a function that removes them
 */
export function addShortcuts(find: FindShortcut, scope: ShortcutScope): () => void {
  const finder = { find, scope };
  finders.push(finder);
  return () => void finders.splice(finders.indexOf(finder), 1);
}

/**
 * Called by a shortcut that acts immediately: `undo` runs if its key turns out to be part of a
 * scan.
 */
export function undoIfScanned(undo: () => void): void {
  reverts.push(undo);
}

/** True for an Enter right after a possible code that was typed no faster than a person types. */
export function endsCode(event: Event): boolean {
  return codeEnds.has(event);
}

let users = 0;
let closeGate: () => void = () => undefined;

/**
 * Listens to the window's keys until every caller has released it.
 *
 * @returns the release function
 */
export function retainKeyGate(): () => void {
  if (users++ === 0) closeGate = openKeyGate();
  return () => {
    if (--users === 0) closeGate();
  };
}

function openKeyGate(): () => void {
  const reader = new KeyReader(meaningOf);
  reader.layout = keptLayout();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let target: Element | null = null;
  /** Pressed keys that are withheld from the page. */
  const heldKeys = new Set<string>();
  const pressed = new PressedKeys();
  const texts = new FieldTexts();
  let waiting: { readonly shortcut: StepShortcut; readonly place: string } | null = null;
  let prefix = { keys: "", until: -Infinity };
  let lastAt = 0;

  function find(keys: string): StepShortcut | "move" | null {
    const scope = scopeNow();
    if (scope === null) return null;
    return (
      (lastAt < prefix.until ? search(prefix.keys + keys, scope) : null) ?? search(keys, scope)
    );
  }

  function meaningOf(keys: string): Meaning | null {
    if (target?.closest(USES_CHARACTERS)) return "typeahead";
    const found = find(keys);
    return found === null || found === "move" ? found : "step";
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isOwnEvent(event)) return;
    if (event.repeat) {
      // A held Enter may have put the focus on the button that it would press next.
      const isPress = event.key === "Enter" && isPressable(event.target);
      if (isPress || heldKeys.has(event.code)) hold(event);
      return;
    }
    target = event.target instanceof Element ? event.target : null;
    const isOverlapped = pressed.press(event);
    const stroke = { ...strokeOf(event, takerName()), isOverlapped };
    apply(reader.settle(stroke.at));
    lastAt = stroke.at;
    // Only the field and its input method get the key, which counts neither as Enter nor as a
    // shortcut.
    if (isComposing(event)) event.stopPropagation();
    const isPending = reader.dueAt !== null;
    const reading = reader.read(stroke);
    texts.note(target, isPending || !reading.isFirst);
    heldKeys.delete(event.code);
    if (reading.isHeld) {
      heldKeys.add(event.code);
      hold(event);
    }
    if (reading.endsCode) codeEnds.add(event);
    if (reading.isFirst) reverts = [];
    apply(reading.decisions);
    schedule(stroke.at);
  };
  // A button is pressed when a space is released.
  const onKeyUp = (event: KeyboardEvent) => {
    pressed.release(event);
    if (heldKeys.delete(event.code)) hold(event);
  };
  const onFocusChange = ({ target: changed, timeStamp }: Event) => {
    if (changed !== window) return;
    pressed.clear(); // releases may have gone elsewhere
    apply(reader.interrupt(timeStamp));
  };

  const onPointerDown = ({ timeStamp }: Event) => apply(reader.point(timeStamp));

  function schedule(now: number): void {
    clearTimeout(timer);
    const due = reader.dueAt;
    if (due === null) return;
    const settle = () => {
      apply(reader.settle(due));
      schedule(due);
    };
    const calledAt = performance.now();
    const ms = due - now;
    timer = setTimeout(() => {
      const isLate = performance.now() - calledAt > ms + LATE_MS;
      if (isLate) timer = setTimeout(settle, LATE_MS);
      else settle();
    }, ms);
  }

  function apply(decisions: readonly Decision[]): void {
    keepLayout(reader.layout);
    for (const decision of decisions) decide(decision);
  }

  function decide(decision: Decision): void {
    switch (decision.kind) {
      case "wait":
        return wait(decision.keys);
      case "cancel":
        waiting?.shortcut.onCancel?.();
        waiting = null;
        return;
      case "act":
        return act(decision.keys);
      case "scan":
        return take(decision.code);
      case "retype":
        return retype(decision.code, fieldAt(decision.place));
      case "ask":
        return ask(decision.codes, decision.place === null ? null : fieldAt(decision.place));
      case "restore":
        return texts.restore();
      case "scanAgain":
        revert();
        return sayScanAgain();
      case "tooSoon":
        return sayTooSoon(decision.keys);
      case "enter":
        return pressEnter(fieldAt(decision.place));
      case "enterIgnored":
        return sayEnterIgnored();
    }
    decision satisfies never;
  }

  function take(code: string): void {
    revert();
    texts.restore();
    // An open question must be answered by a person first.
    if (document.querySelector(QUESTION) !== null) return sayScanAgain();
    dismissKeyToast();
    takeScan(code);
  }

  /** @param field null: a scan outside of fields, for the taker at the time of the scan */
  function ask(codes: Readonly<Record<ReaderLayout, string>>, field: Element | null): void {
    revert();
    if (field === null) texts.restore();
    const place = placeOutside(takerName());
    codeQuestion.set({
      codes,
      answer: (layout) => {
        reader.layout = layout;
        keepLayout(layout);
        if (field !== null) retype(codes[layout], field);
        else if (place === placeOutside(takerName())) take(codes[layout]);
        else sayScanAgain();
      },
    });
  }

  function wait(keys: string): void {
    waiting?.shortcut.onCancel?.();
    const shortcut = find(keys);
    if (shortcut === null || shortcut === "move") return;
    waiting = { shortcut, place: placeOutside(takerName()) };
    shortcut.onWait?.();
  }

  function act(keys: string): void {
    if (waiting === null) return;
    const { shortcut, place } = waiting;
    waiting = null;
    shortcut.onCancel?.();
    if (place !== placeOutside(takerName())) return; // a dialog has opened in the meantime
    prefix = shortcut.isPrefix
      ? { keys, until: lastAt + PREFIX_MS }
      : { keys: "", until: -Infinity };
    shortcut.run();
  }

  reader.interrupt(performance.now());
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("keyup", onKeyUp, { capture: true });
  window.addEventListener("pointerdown", onPointerDown, { capture: true });
  window.addEventListener("focus", onFocusChange);
  window.addEventListener("blur", onFocusChange);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    window.removeEventListener("keyup", onKeyUp, { capture: true });
    window.removeEventListener("pointerdown", onPointerDown, { capture: true });
    window.removeEventListener("focus", onFocusChange);
    window.removeEventListener("blur", onFocusChange);
  };
}

/** Null while a dialog or a menu is open, which has its own keys. */
function scopeNow(): ShortcutScope | null {
  const [overlay, ...others] = document.querySelectorAll(OVERLAYS);
  if (overlay === undefined) return "page";
  return others.length === 0 && overlay.matches(OWN_KEYS) ? "sheet" : null;
}

/** The most recently added shortcut for these keys. */
function search(keys: string, scope: ShortcutScope): StepShortcut | "move" | null {
  for (const { find, scope: of } of finders.toReversed()) {
    if (of !== scope) continue;
    const found = find(keys);
    if (found !== null) return found;
  }
  return null;
}

/** Withholds a key from the page; other listeners on the window still see the event. */
function hold(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function revert(): void {
  for (const undo of reverts.toReversed()) undo();
  reverts = [];
}
