import { codeTyped, hasDigit, type TypedCharacter } from "./typedCode";

/**
 * Tells the codes that barcode readers type from the keys that people press. Readers type at 5 to
 * 150 ms a key, people press shortcuts as fast: only a whole burst of keys, its pauses and its end
 * tell. The caller hands in every key with its time, and calls `settle` when `dueAt` has come.
 *
 * Outside of fields, characters are kept from the page, except shortcuts that only look around
 * ("move") at the beginning of a burst. A shortcut that takes a step acts when it is the only key
 * within 400 ms before and after. Anything else is a code when it is whole: six characters or more
 * with a digit (or typed faster than people type), no pause over 200 ms, one place that all of it
 * went to. What is neither yields `scanAgain` and does nothing. Fields get their characters; only
 * their Enter is judged (`FieldKind`).
 */

/** Quiet that a step needs before and after its key, and that ends a burst. */
export const QUIET_MS = 400;
/** Longest pause within a code: 150 ms a key, and some delay on the way. */
export const KEY_GAP_MS = 200;
/** Shorter texts are on no label. */
const MIN_CODE_LENGTH = 6;
const MAX_CODE_LENGTH = 1_000;
/** Fewer characters are a slip of a person's, not worth a word. */
const NOTEWORTHY_LENGTH = 3;
/** Mean time between keys below which nobody types anything. */
const READER_MS = 30;
/** Mean time between keys below which nobody types a code with digits. */
const CODE_MS = 70;
/** A part of a code may follow so long after one that was refused. */
const REMAINDER_MS = 1_000;
/** Wait for another key after the end of a code that came below `READER_MS`. */
const FAST_END_MS = 60;

/**
 * - search: people search in it for anything; a code that comes faster than people type replaces
 *   its text
 * - code: made for codes; one that comes faster than people type codes replaces its text
 * - next: Enter goes to the next field; LF does the same, and so does a code without an end
 * - plain: Enter sends or chooses something; at the end of what may be a code it does nothing
 */
export type FieldKind = "search" | "code" | "next" | "plain";

/**
 * - move: a shortcut that only looks around; acts immediately
 * - step: a shortcut, or the beginning of one, that takes a step or opens something
 * - typeahead: an open menu goes to the entry that begins with the character
 */
export type Meaning = "move" | "step" | "typeahead";

type StrokeKey =
  /** `key`: the key's name for shortcuts. `presses`: a space here presses a button. */
  | ({ readonly kind: "character"; readonly key: string; presses?: boolean } & TypedCharacter)
  | { readonly kind: "end"; readonly by: "Enter" | "LineFeed" | "Tab" }
  /** Shift and the like, which go along with other keys. */
  | { readonly kind: "silent" }
  /** Any other key, or one with a modifier. */
  | { readonly kind: "other" };

export type Stroke = StrokeKey & {
  /** Time of the key, ms. */
  readonly at: number;
  /** Names what the key goes to: a field, a dialog, and who takes scans there. */
  readonly place: string;
  /** Null: outside of fields, where keys are shortcuts. */
  readonly field: FieldKind | null;
};

export type Decision =
  /** A step's keys came alone: say so; `act` or `cancel` follows. */
  | { readonly kind: "wait" | "act"; readonly keys: string }
  | { readonly kind: "cancel" }
  | { readonly kind: "scan"; readonly code: string }
  | { readonly kind: "scanAgain" }
  /** A person pressed a step's key too close to others, so it did not act. */
  | { readonly kind: "tooSoon"; readonly keys: string }
  /** Do in the field what Enter does there. `place`: the field's. */
  | { readonly kind: "enter"; readonly place: string }
  /** Enter did nothing, because it may have ended a code. */
  | { readonly kind: "enterIgnored" };

export type Reading = {
  /** The page must not get the key. */
  readonly isHeld: boolean;
  readonly decisions: readonly Decision[];
  /** The key is the first of a burst. */
  readonly isFirst: boolean;
  /** The key is an Enter of the field's that ended what may be a code. */
  readonly endsCode: boolean;
};

type Character = TypedCharacter & {
  readonly place: string;
  readonly field: FieldKind | null;
  readonly meaning: Meaning | null;
  /** The page got it as a shortcut. */
  readonly isActed: boolean;
  readonly at: number;
  /** Time since the character before, ms. */
  readonly gap: number;
};

/** Characters without a pause over `QUIET_MS`. */
type Run = {
  readonly characters: Character[];
  readonly startedAt: number;
  /** Time before it in which any key would have been seen, ms. */
  readonly heardBefore: number;
  lastAt: number;
  maxGap: number;
  isBroken: boolean;
  /** Keys of a step that came alone so far. */
  waiting: string | null;
};

/** A run that Enter, LF or Tab ended. */
type Ended = {
  readonly run: Run;
  readonly code: string | null;
};

const PASSED = { isHeld: false, decisions: [], isFirst: false, endsCode: false };
const HELD = { ...PASSED, isHeld: true };

export class KeyReader {
  readonly #meaningOf: (keys: string) => Meaning | null;
  #run: Run | null = null;
  /** Codes that have ended; they count once it is clear that no other reader typed among them. */
  #ended: Ended[] = [];
  #endDueAt = 0;
  /** Another Enter or LF until then is part of the same end, as in CR+LF. */
  #echoUntil = -Infinity;
  #lastAt = -Infinity;
  /** Keys before this went elsewhere. */
  #deafUntil = -Infinity;
  /** A run that begins before this may be the rest of one that was refused. */
  #suspectUntil = -Infinity;
  #suspectPlace = "";
  #lastPlace = "";
  /** The same for runs with an end, after a code that was taken without one. */
  #suspectEndedUntil = -Infinity;

  /** @param meaningOf what the keys, pressed outside of fields, do on the present screen */
  constructor(meaningOf: (keys: string) => Meaning | null) {
    this.#meaningOf = meaningOf;
  }

  /** The time to call `settle`, on the clock of the strokes; null: no key waits. */
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

  /** Decides what the keys so far were, once no other has come in time. */
  settle(now: number): readonly Decision[] {
    const { dueAt } = this;
    return dueAt !== null && now >= dueAt ? this.#conclude() : [];
  }

  /** Keys may have gone elsewhere until now: the page was loading, or another window in front. */
  interrupt(at: number): readonly Decision[] {
    this.#lastAt = at;
    this.#deafUntil = at;
    return this.#break(at);
  }

  /** A person used the pointer: the keys so far are over, and the page has long been there. */
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
    // A space by itself presses or scrolls, and no label begins with it.
    if (key === " " && field === null && this.#run === null) return PASSED;
    // A person's shortcut, and a pause: what follows is something else.
    if (this.#run && isLead && at - this.#run.lastAt > KEY_GAP_MS) this.#run = null;
    const isFirst = this.#run === null;
    const isRemainder = at < this.#suspectUntil;
    const isElsewhere = isRemainder && stroke.place !== this.#suspectPlace;
    const heardBefore = isElsewhere ? 0 : at - this.#deafUntil;
    const run = (this.#run ??= newRun(at, heardBefore, isRemainder));
    const gap = at - run.lastAt;
    if (gap > KEY_GAP_MS || run.characters.length >= MAX_CODE_LENGTH) run.isBroken = true;
    run.lastAt = at;
    run.maxGap = Math.max(run.maxGap, gap);
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

  /** A space scrolls; one that would press a button may be of a code. */
  #meaningHere({ key, presses }: Stroke & { kind: "character" }): Meaning | null {
    if (key === " ") return presses ? null : "move";
    return this.#meaningOf(key);
  }

  #readEnd(stroke: Stroke & { kind: "end" }): Reading {
    const { at, by, field } = stroke;
    if (by !== "Tab" && at <= this.#echoUntil) return HELD;
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
    this.#end(run, code, stroke.at);
    return HELD;
  }

  #endInField(run: Run, stroke: Stroke & { kind: "end" }): Reading {
    const { at, by, field } = stroke;
    const code = this.#codeOf(run, stroke);
    const isMixed = isMoved(run, stroke.place);
    const isLong = run.characters.length >= MIN_CODE_LENGTH;
    const isReader = isLong && isFast(run, field);
    const isTaker = field === "search" || field === "code";
    // Part of it went elsewhere. A pause loses nothing here: all of it is in the field.
    if (isMixed || (isLong && isDeaf(run) && (isReader || isCodeLike(run)))) {
      this.#end(run, null, at);
      return HELD;
    }
    if (isReader && isTaker && !run.isBroken) {
      this.#end(run, code, at);
      return HELD;
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

  /** @param end null: the code has no end */
  #codeOf(run: Run, end: { readonly place: string } | null): string | null {
    if (!isWhole(run) || isMoved(run, end?.place)) return null;
    if (end !== null && run.startedAt < this.#suspectEndedUntil) return null;
    const code = codeTyped(run.characters);
    if (code === null || code.length < MIN_CODE_LENGTH) return null;
    return hasDigit(code) || isFast(run, null) ? code : null;
  }

  #end(run: Run, code: string | null, at: number): void {
    this.#ended.push({ run, code });
    this.#endDueAt = at + (isFast(run, null) ? FAST_END_MS : KEY_GAP_MS);
  }

  #conclude(): readonly Decision[] {
    const ended = this.#ended;
    const run = this.#run !== null && isClean(this.#run) ? null : this.#run;
    this.#ended = [];
    this.#run = null;
    if (run === null) return this.#concludeEnded(ended);
    if (ended.length > 0) return this.#again(); // typed among another reader's
    if (run.waiting !== null) return [{ kind: "act", keys: run.waiting }];
    return this.#concludeOpen(withoutLead(run));
  }

  #concludeEnded(ended: readonly Ended[]): readonly Decision[] {
    const codes = ended.flatMap(({ code }) => code ?? []);
    if (codes.length === ended.length) return codes.map((code) => ({ kind: "scan", code }));
    const [first, second] = ended;
    return second === undefined && first ? this.#refuse(first.run) : this.#again();
  }

  /** A burst that nothing ended. */
  #concludeOpen(run: Run): readonly Decision[] {
    const field = run.characters.at(-1)?.field ?? null;
    if (field !== null && isMoved(run)) return this.#refuse(run);
    if (field === "plain" || (field !== null && !isFast(run, field))) return [];
    const code = this.#codeOf(run, null);
    if (code !== null) this.#suspectEndedUntil = run.lastAt + REMAINDER_MS;
    const place = run.characters.at(-1)?.place ?? "";
    if (field === "next") return code === null ? [] : [{ kind: "enter", place }];
    if (code !== null) return [{ kind: "scan", code }];
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
    return isShort ? [] : this.#again();
  }

  #again(): readonly Decision[] {
    this.#suspectPlace = this.#lastPlace;
    this.#suspectUntil = Math.max(this.#suspectUntil, this.#lastAt + REMAINDER_MS);
    return [{ kind: "scanAgain" }];
  }

  /** A key, or a moment, that is no part of any code. */
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

function newRun(at: number, heardBefore: number, isBroken: boolean): Run {
  const times = { startedAt: at, lastAt: at, maxGap: 0, heardBefore };
  return { characters: [], ...times, isBroken, waiting: null };
}

/** False when a part may be missing. */
function isWhole(run: Run): boolean {
  return !run.isBroken && !isDeaf(run);
}

/** True when characters before the first may have gone elsewhere. */
function isDeaf({ heardBefore, maxGap }: Run): boolean {
  return heardBefore <= usualPause(maxGap);
}

/** Time within which the next key of a burst with such pauses comes, ms. */
function usualPause(maxGap: number): number {
  return Math.min(KEY_GAP_MS, Math.max(READER_MS, 1.5 * maxGap));
}

/**
 * Takes off the movements of a person who scans right after them: the code has another rhythm.
 * Where that is not clear, the run counts as broken.
 */
function withoutLead(run: Run): Run {
  const lead = run.characters.findIndex(({ isActed }) => !isActed);
  const first = run.characters[lead];
  if (lead <= 0 || first === undefined || run.characters[lead - 1]?.place !== first.place)
    return run;
  const rest = run.characters.slice(lead);
  const maxGap = Math.max(0, ...rest.slice(1).map(({ gap }) => gap));
  if (first.gap <= usualPause(maxGap)) return run;
  if (first.gap <= Math.max(READER_MS, 3 * maxGap)) return { ...run, isBroken: true };
  return { ...run, characters: rest, startedAt: first.at, maxGap };
}

/** True while the page got all of it as shortcuts that look around. */
function isClean(run: Run): boolean {
  return run.characters.every(({ isActed }) => isActed);
}

function isTypeahead(run: Run): boolean {
  return run.characters.every(({ meaning }) => meaning === "typeahead");
}

function cancelOf({ waiting }: Run): Decision[] {
  return waiting === null ? [] : [{ kind: "cancel" }];
}

/** True when it came faster than people type in such a field. */
function isFast(run: Run, field: FieldKind | null): boolean {
  const count = run.characters.length;
  if (count < NOTEWORTHY_LENGTH) return false;
  const mean = (run.lastAt - run.startedAt) / (count - 1);
  const isMadeForCodes = field === "code" || field === "next";
  return mean < (isMadeForCodes && isCodeLike(run) ? CODE_MS : READER_MS);
}

function isCodeLike({ characters }: Run): boolean {
  const text = characters.map(({ typed }) => typed).join("");
  return hasDigit(text) && !text.includes(" ");
}

/**
 * True when the characters went to different places. A shortcut may lead to a field that a person
 * then types in: `/` and a word.
 */
function isMoved(run: Run, endPlace?: string): boolean {
  const last = run.characters.at(-1);
  const place = endPlace ?? last?.place;
  const mayLead = last?.field !== null && !isFast(run, null);
  return run.characters.some((each) => each.place !== place && !(each.isActed && mayLead));
}
