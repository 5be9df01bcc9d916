/**
 * Distinguishes codes typed by barcode readers from keys pressed by people. Readers type one key
 * per 5 to 150 ms, and people press shortcuts just as fast, so the decision needs the whole burst
 * of keys, its pauses and its end. The caller passes every key with its time, and calls `settle` at
 * `dueAt`.
 *
 * Outside of fields, characters are withheld from the page, except navigation shortcuts ("move") at
 * the start of a burst. A shortcut that takes a step acts only if no other key is pressed within
 * 400 ms before and after it. Other bursts are codes if they are complete: six or more characters
 * including a digit (or typed faster than people can), no pause over 200 ms, and a single target
 * for all keys, unless two readers may have typed them (knownReaders.ts, `isMixed`). Anything else
 * yields `scanAgain` and has no other effect. Fields receive their characters; only Enter is
 * evaluated there (`FieldKind`).
 */
import { KnownReaders } from "./knownReaders";
import {
  isClean,
  isCodeLike,
  isDeaf,
  isEven,
  isFast,
  isMixed,
  isMoved,
  fieldOf,
  isTypeahead,
  isWhole,
  KEY_GAP_MS,
  movesOn,
  newRun,
  NOTEWORTHY_LENGTH,
  textInField,
  usualPause,
  withoutLead,
  type FieldKind,
  type Meaning,
  type Run,
} from "./run";
import {
  codeTyped,
  hasDigit,
  type ReaderLayout,
  type TypedCharacter,
  type TypedCode,
} from "./typedCode";

/** Quiet time required before and after a step's key; also ends a burst. */
export const QUIET_MS = 400;
/** Labels contain no shorter codes. */
const MIN_CODE_LENGTH = 6;
const MAX_CODE_LENGTH = 1_000;
/** How long after a refused code its remaining characters may still arrive. */
const REMAINDER_MS = 1_000;
/** How long to wait for another key after the end of a code typed faster than `READER_MS`. */
const FAST_END_MS = 60;

type StrokeKey =
  /** `key`: the key's name in shortcuts. `presses`: a space here would press a button. */
  | ({ readonly kind: "character"; readonly key: string; presses?: boolean } & TypedCharacter)
  | { readonly kind: "end"; readonly by: "Enter" | "LineFeed" | "Tab" }
  /** Modifier keys such as Shift, pressed together with other keys. */
  | { readonly kind: "silent" }
  /** Any other key, or a key with a modifier. */
  | { readonly kind: "other" };

export type Stroke = StrokeKey & {
  /** Time of the keystroke, ms. */
  readonly at: number;
  /** Identifies the key's target: a field, a dialog, and the consumer of scans there. */
  readonly place: string;
  /** Null outside of fields, where keys are shortcuts. */
  readonly field: FieldKind | null;
  /** A character was pressed before the previous one was released. */
  readonly isOverlapped?: boolean;
};

export type Decision =
  /** `wait`: a step's keys were pressed alone, show that; `act` or `cancel` follows. */
  | { readonly kind: "wait" | "act"; readonly keys: string }
  | { readonly kind: "cancel" }
  | { readonly kind: "scan"; readonly code: string }
  /** Replace the field's text by the code, then perform its Enter action. */
  | { readonly kind: "retype"; readonly code: string; readonly place: string }
  /**
   * The code depends on the keyboard that the reader is set to: ask which one the label shows, set
   * `layout`, then do as for `retype`, or as for `scan` if `place` is null.
   */
  | {
      readonly kind: "ask";
      readonly codes: Readonly<Record<ReaderLayout, string>>;
      readonly place: string | null;
    }
  | { readonly kind: "scanAgain" }
  /** Give the fields the texts that they had before the latest bursts. */
  | { readonly kind: "restore" }
  /** A step's key did not act, because a person pressed it too close to others. */
  | { readonly kind: "tooSoon"; readonly keys: string }
  /** Perform the field's Enter action. `place`: the field's. */
  | { readonly kind: "enter"; readonly place: string }
  /** Enter was ignored, because it may have ended a code. */
  | { readonly kind: "enterIgnored" };

export type Reading = {
  /** The page must not receive the key. */
  readonly isHeld: boolean;
  readonly decisions: readonly Decision[];
  /** The key starts a burst. */
  readonly isFirst: boolean;
  /** The key is the field's own Enter, after a possible code. */
  readonly endsCode: boolean;
};

/** A run ended by Enter, LF or Tab. */
type Ended = {
  readonly run: Run;
  readonly code: TypedCode | null;
  /** The field that moves on after a code; null if the code is to be taken as a scan. */
  readonly place: string | null;
  /** The field has moved on. */
  readonly isDone: boolean;
  /** Number of end keys. */
  ends: number;
};

const PASSED = { isHeld: false, decisions: [], isFirst: false, endsCode: false };
const HELD = { ...PASSED, isHeld: true };

export class KeyReader {
  readonly #meaningOf: (keys: string) => Meaning | null;
  readonly #known = new KnownReaders();
  #run: Run | null = null;
  /** Ended codes. They count only once it is clear that no other reader typed in between. */
  #ended: Ended[] = [];
  #endDueAt = 0;
  /** Until this time a further Enter or LF belongs to the same end, as in CR+LF. */
  #echoUntil = -Infinity;
  #lastAt = -Infinity;
  /** Keys before this time may have gone elsewhere. */
  #deafUntil = -Infinity;
  /** A run that starts before this time may be the rest of a refused one. */
  #suspectUntil = -Infinity;
  #suspectPlace = "";
  #lastPlace = "";
  /** Likewise for runs with an end key, after a code that was accepted without one. */
  #suspectEndedUntil = -Infinity;

  /** @param meaningOf what keys pressed outside of fields do on the current screen */
  constructor(meaningOf: (keys: string) => Meaning | null) {
    this.#meaningOf = meaningOf;
  }

  /** The keyboard that the readers of this computer are set to; null: not known. */
  get layout(): ReaderLayout | null {
    return this.#known.layout;
  }
  set layout(layout: ReaderLayout | null) {
    this.#known.layout = layout;
  }

  /** When to call `settle`, on the clock of the strokes; null if no decision is pending. */
  get dueAt(): number | null {
    if (this.#run !== null && !isClean(this.#run)) return this.#run.lastAt + QUIET_MS;
    return this.#ended.length > 0 ? this.#endDueAt : null;
  }

  read(stroke: Stroke): Reading {
    const settled = this.settle(stroke.at);
    if (this.#run !== null && stroke.at - this.#run.lastAt >= QUIET_MS) this.#run = null;
    if (stroke.kind === "silent") {
      const run = this.#run;
      if (run !== null && stroke.at - run.lastAt <= KEY_GAP_MS) run.lastAt = stroke.at;
      return { ...PASSED, decisions: settled };
    }
    const isAlone = stroke.at - this.#lastAt >= QUIET_MS;
    this.#lastAt = stroke.at;
    this.#lastPlace = stroke.place;
    const reading = this.#readKey(stroke, isAlone);
    return { ...reading, decisions: [...settled, ...reading.decisions] };
  }

  /** Decides about the keys so far if no other key arrived in time. */
  settle(now: number): readonly Decision[] {
    const { dueAt } = this;
    return dueAt !== null && now >= dueAt ? this.#conclude() : [];
  }

  /**
   * Call when keys may have gone elsewhere until now: the page was loading, or another window had
   * the focus.
   */
  interrupt(at: number): readonly Decision[] {
    this.#lastAt = at;
    this.#deafUntil = at;
    return this.#break(at);
  }

  /**
   * Call when the pointer is used: it ends the current burst, and shows that the page has been
   * receiving keys.
   */
  point(at: number): readonly Decision[] {
    this.#deafUntil = -Infinity;
    return [...this.settle(at), ...this.#break(at)];
  }

  #readKey(stroke: Exclude<Stroke, { kind: "silent" }>, isAlone: boolean): Reading {
    switch (stroke.kind) {
      case "character":
        return this.#readCharacter(stroke, isAlone);
      case "end":
        return this.#readEnd(stroke);
      case "other":
        return { ...PASSED, decisions: this.#break(stroke.at) };
    }
    return stroke satisfies never;
  }

  #readCharacter(stroke: Stroke & { kind: "character" }, isAlone: boolean): Reading {
    const { at, key, field } = stroke;
    const isLead = this.#run === null || isClean(this.#run);
    // A single space presses a button or scrolls, and no label starts with it.
    if (key === " " && field === null && this.#run === null) return PASSED;
    // After a person's shortcut and a pause, the next key starts a new burst.
    if (this.#run && isLead && at - this.#run.lastAt > KEY_GAP_MS) this.#run = null;
    const isFirst = this.#run === null;
    const isRemainder = at < this.#suspectUntil;
    const isElsewhere = isRemainder && stroke.place !== this.#suspectPlace;
    const listeningMs = isElsewhere ? 0 : at - this.#deafUntil;
    const run = (this.#run ??= newRun(at, listeningMs, isRemainder));
    const gap = at - run.lastAt;
    if (gap > KEY_GAP_MS || run.characters.length >= MAX_CODE_LENGTH) run.isBroken = true;
    run.lastAt = at;
    run.maxGap = Math.max(run.maxGap, gap);
    run.isOverlapped ||= stroke.isOverlapped === true;
    const meaning = field === null ? this.#meaningHere(stroke) : null;
    const isActed = isLead && meaning === "move";
    if (run.characters.length < MAX_CODE_LENGTH) {
      run.characters.push({ ...stroke, gap, meaning, isActed });
    }
    const keys = isFirst && isAlone ? key : run.waiting === null ? null : run.waiting + key;
    const isStep = field === null && !isActed && keys !== null && this.#meaningOf(keys) === "step";
    const isHeld = field === null && !isActed && meaning !== "typeahead";
    const decisions: Decision[] = isStep ? [{ kind: "wait", keys }] : cancelOf(run);
    run.waiting = isStep ? keys : null;
    return { isHeld, decisions, isFirst, endsCode: false };
  }

  /** A space scrolls; one that would press a button may belong to a code. */
  #meaningHere({ key, presses }: Stroke & { kind: "character" }): Meaning | null {
    if (key === " ") return presses ? null : "move";
    return this.#meaningOf(key);
  }

  #readEnd(stroke: Stroke & { kind: "end" }): Reading {
    const { at, by, field } = stroke;
    if (by !== "Tab" && at <= this.#echoUntil) {
      const ended = this.#ended.at(-1);
      if (ended !== undefined) ended.ends += 1;
      return HELD;
    }
    if (this.#run === null || isClean(this.#run)) {
      this.#run = null;
      return PASSED;
    }
    const run = withoutLead(this.#run);
    const decisions = cancelOf(run);
    const count = run.characters.length;
    if (by === "Tab" && count < NOTEWORTHY_LENGTH) {
      this.#run = null;
      return { ...PASSED, decisions };
    }
    if (at - run.lastAt > KEY_GAP_MS) run.isBroken = true;
    run.waiting = null;
    this.#run = null;
    if (count >= NOTEWORTHY_LENGTH) {
      this.#echoUntil = at + usualPause(run.maxGap);
    }
    const reading = field === null ? this.#endOutside(run, stroke) : this.#endInField(run, stroke);
    return { ...reading, decisions: [...decisions, ...reading.decisions] };
  }

  #endOutside(run: Run, stroke: Stroke & { kind: "end" }): Reading {
    const code = this.#codeOf(run, stroke);
    if (code === null && isTypeahead(run)) {
      if (stroke.by === "Tab") return PASSED;
      return { ...HELD, decisions: [{ kind: "enterIgnored" }] };
    }
    this.#end({ run, code }, stroke.at);
    return HELD;
  }

  #endInField(run: Run, stroke: Stroke & { kind: "end" }): Reading {
    const { at, by, field } = stroke;
    const code = this.#codeOf(run, stroke);
    const hasMoved = isMoved(run, stroke.place);
    const isLong = run.characters.length >= MIN_CODE_LENGTH;
    const isReader = isLong && (isFast(run, field) || isEven(run, field, at));
    const isTaker = field === "search" || field === "code";
    // Some keys went elsewhere. A pause alone loses nothing here: all the text is in the field.
    if (hasMoved || (isLong && isDeaf(run) && (isReader || isCodeLike(run)))) {
      this.#end({ run, code: null }, at);
      return HELD;
    }
    if (isReader && isTaker && !run.isBroken) {
      this.#end({ run, code }, at);
      return HELD;
    }
    if (isReader && movesOn(field) && code !== null) {
      return this.#endInNext({ run, code, place: stroke.place }, stroke);
    }
    if (by === "Tab") return PASSED;
    const isInTime = at - run.lastAt <= usualPause(run.maxGap);
    const mayBeCode = isLong && isInTime && isCodeLike(run);
    if (field === "plain" && (mayBeCode || (isReader && isInTime))) {
      return { ...HELD, decisions: [{ kind: "enterIgnored" }] };
    }
    if (by === "LineFeed") return { ...HELD, decisions: [{ kind: "enter", place: stroke.place }] };
    return { ...PASSED, endsCode: mayBeCode };
  }

  /** Ends a code in a field that then moves on, so that another code may follow. */
  #endInNext(
    ended: { readonly run: Run; readonly code: TypedCode; readonly place: string },
    { at, by }: Stroke & { kind: "end" },
  ): Reading {
    // One of two readers may have ended. If not, the field moves on a moment later.
    if (ended.run.isOverlapped) {
      this.#end(ended, at);
      return HELD;
    }
    const decision = this.#take(ended);
    this.#end({ ...ended, isDone: true }, at);
    if (decision.kind !== "enter") return { ...HELD, decisions: [decision] };
    if (by === "LineFeed") return { ...HELD, decisions: [decision] };
    return { ...PASSED, endsCode: by === "Enter" };
  }

  /** @param end null: the code has no end key */
  #codeOf(run: Run, end: { readonly place: string } | null): TypedCode | null {
    if (!isWhole(run) || isMoved(run, end?.place)) return null;
    if (end !== null && run.startedAt < this.#suspectEndedUntil) return null;
    const code = codeTyped(run.characters);
    const text = code?.computer ?? code?.us ?? "";
    if (code === null || text.length < MIN_CODE_LENGTH) return null;
    return hasDigit(text) || isFast(run, null) ? code : null;
  }

  #end(
    { run, code, place = null, isDone = false }: Partial<Ended> & Pick<Ended, "run" | "code">,
    at: number,
  ): void {
    this.#ended.push({ run, code, place, isDone, ends: 1 });
    this.#endDueAt = at + (isFast(run, null) ? FAST_END_MS : KEY_GAP_MS);
  }

  #conclude(): readonly Decision[] {
    const ended = this.#ended;
    const run = this.#run !== null && isClean(this.#run) ? null : this.#run;
    this.#ended = [];
    this.#run = null;
    if (run === null) return this.#concludeEnded(ended);
    // Another reader's keys are mixed in, unless a person types in the next field already.
    const isNext = ended.every(({ isDone }) => isDone) && !isFast(run, fieldOf(run));
    if (ended.length > 0 && !isNext) return this.#again(ended);
    if (run.waiting !== null) return [{ kind: "act", keys: run.waiting }];
    return this.#concludeOpen(withoutLead(run));
  }

  #concludeEnded(ended: readonly Ended[]): readonly Decision[] {
    const codes = ended.flatMap(({ run, code, place, ends }) => {
      return code === null || this.#known.isDoubtful(code, run, ends) ? [] : { run, code, place };
    });
    const isWhole = codes.length === ended.length && !isMixed(ended.map(({ run }) => run));
    if (isWhole) return codes.flatMap((each, at) => (ended[at]?.isDone ? [] : this.#take(each)));
    const [first, second] = ended;
    const isRefusable = second === undefined && first?.code === null;
    return isRefusable ? this.#refuse(first.run) : this.#again(ended);
  }

  /** Decides what happens with a whole code. */
  #take({
    run,
    code,
    place,
  }: Pick<Ended, "run" | "place"> & { readonly code: TypedCode }): Decision {
    const text = this.#known.textOf(code);
    const { computer, us } = code;
    if (text === null && computer !== null && us !== null) {
      return { kind: "ask", codes: { computer, us }, place };
    }
    const found = text ?? "";
    if (place === null) return { kind: "scan", code: found };
    const isTyped = textInField(run).trim() === found && fieldOf(run) !== "identifier";
    return isTyped ? { kind: "enter", place } : { kind: "retype", code: found, place };
  }

  /** Decides about a burst without an end key. */
  #concludeOpen(run: Run): readonly Decision[] {
    const field = fieldOf(run);
    if (field !== null && isMoved(run)) return this.#refuse(run);
    if (field === "plain" || (field !== null && !isFast(run, field))) return [];
    const code = this.#codeOf(run, null);
    if (code !== null) this.#suspectEndedUntil = run.lastAt + REMAINDER_MS;
    const place = movesOn(field) ? (run.characters.at(-1)?.place ?? "") : null;
    if (code !== null && this.#known.isDoubtful(code, run, 0)) {
      return this.#again([{ run, code, place, isDone: false, ends: 0 }]);
    }
    if (code !== null) return [this.#take({ run, code, place })];
    if (movesOn(field)) return [];
    if (field === null || run.characters.length >= MIN_CODE_LENGTH) return this.#refuse(run);
    this.#suspectPlace = this.#lastPlace;
    this.#suspectUntil = run.lastAt + REMAINDER_MS; // three keys in a field, or the start of a code
    return [];
  }

  #refuse(run: Run): readonly Decision[] {
    const isShort = run.characters.length < NOTEWORTHY_LENGTH;
    const isPersons = isShort || !isFast(run, null);
    if (isPersons && isWhole(run) && run.characters.every(({ meaning }) => meaning !== null)) {
      const step = run.characters.find(({ meaning }) => meaning === "step");
      return step === undefined ? [] : [{ kind: "tooSoon", keys: step.typed }];
    }
    // Text at a person's speed stays in its field, even if it was taken for a scan.
    const isInFields = run.characters.some(
      (each) => each.field !== null && isFast(run, each.field),
    );
    return isShort ? [] : this.#again([], isInFields);
  }

  /** @param isInFields fields got characters that they must not keep */
  #again(
    ended: readonly Ended[],
    isInFields = ended.some(({ run }) => isFast(run, fieldOf(run)) && fieldOf(run) !== null),
  ): readonly Decision[] {
    this.#suspectPlace = this.#lastPlace;
    this.#suspectUntil = Math.max(this.#suspectUntil, this.#lastAt + REMAINDER_MS);
    return isInFields ? [{ kind: "restore" }, { kind: "scanAgain" }] : [{ kind: "scanAgain" }];
  }

  /** Handles a key or event that cannot belong to a code. */
  #break(at: number): readonly Decision[] {
    const run = this.#run;
    if (run === null) return [];
    const decisions = cancelOf(run);
    const isNoteworthy = run.characters.length >= NOTEWORTHY_LENGTH;
    if (isNoteworthy && run.characters.some((each) => each.field === null && !each.isActed)) {
      run.isBroken = true;
      run.waiting = null;
      run.lastAt = at;
    } else {
      this.#run = null;
    }
    return decisions;
  }
}

function cancelOf({ waiting }: Run): Decision[] {
  return waiting === null ? [] : [{ kind: "cancel" }];
}
