/** A burst of characters without a long pause: what `KeyReader` decides about. */
import { hasDigit, type TypedCharacter } from "./typedCode";

/** Maximum pause within a code: 150 ms per key plus some latency. */
export const KEY_GAP_MS = 200;
/** Fewer characters are treated as a person's slip and ignored silently. */
export const NOTEWORTHY_LENGTH = 3;
/** Mean time between keys that is too short for a person typing any text. */
const READER_MS = 30;
/** Mean time between keys that is too short for a person typing a code with digits. */
const CODE_MS = 70;
/** In a search, a word with a digit is a code from this length on; `pixel9` is shorter. */
const LONG_CODE_LENGTH = 8;

/**
 * - search: for any search text; a code typed faster than people type replaces its text
 * - code: for codes; a code typed faster than people type codes replaces its text
 * - next: Enter moves to the next field; so do LF and a code without an end key
 * - identifier: likewise, and a code typed faster than people type codes replaces the field's text
 * - plain: Enter submits or selects something; at the end of a possible code it does nothing
 */
export const DECLARED_FIELDS = ["search", "code", "next", "identifier"] as const;
export type FieldKind = (typeof DECLARED_FIELDS)[number] | "plain";

/** True for a field whose Enter moves to the next one. */
export function movesOn(field: FieldKind | null): boolean {
  return field === "next" || field === "identifier";
}

/**
 * - move: a navigation shortcut; acts immediately
 * - step: a shortcut, or the start of one, that takes a step or opens something
 * - typeahead: an open menu moves to the entry that starts with the character
 */
export type Meaning = "move" | "step" | "typeahead";

type Character = TypedCharacter & {
  /** What the field got. */
  readonly key: string;
  readonly place: string;
  readonly field: FieldKind | null;
  readonly meaning: Meaning | null;
  /** The page has already handled it as a shortcut. */
  readonly isActed: boolean;
  readonly at: number;
  /** Time since the previous character, ms. */
  readonly gap: number;
};

/** Characters without a pause over `QUIET_MS`. */
export type Run = {
  readonly characters: Character[];
  readonly startedAt: number;
  /** For how long before the first character all keys had been received, ms. */
  readonly listeningMs: number;
  lastAt: number;
  maxGap: number;
  isBroken: boolean;
  /** A key was pressed before the previous one was released. */
  isOverlapped: boolean;
  /** A step's keys that have been pressed alone so far. */
  waiting: string | null;
};

export function newRun(at: number, listeningMs: number, isBroken: boolean): Run {
  const times = { startedAt: at, lastAt: at, maxGap: 0, listeningMs };
  return { characters: [], ...times, isBroken, isOverlapped: false, waiting: null };
}

/** False if characters may be missing. */
export function isWhole(run: Run): boolean {
  return !run.isBroken && !isDeaf(run);
}

/** True if listening began so shortly before the run that its first characters may be missing. */
export function isDeaf({ listeningMs, maxGap }: Run): boolean {
  return listeningMs <= usualPause(maxGap);
}

/** Time within which a burst with such pauses continues, ms. */
export function usualPause(maxGap: number): number {
  return Math.min(KEY_GAP_MS, Math.max(READER_MS, 1.5 * maxGap));
}

/**
 * Removes navigation shortcuts that a person pressed right before scanning, recognised by the
 * change of rhythm. If that is not clear, the run counts as broken.
 */
export function withoutLead(run: Run): Run {
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

/** True if the page has handled all keys as navigation shortcuts. */
export function isClean(run: Run): boolean {
  return run.characters.every(({ isActed }) => isActed);
}

export function isTypeahead(run: Run): boolean {
  return run.characters.every(({ meaning }) => meaning === "typeahead");
}

/** Mean time between two characters, ms. */
export function meanGap({ characters, startedAt, lastAt }: Run): number {
  return (lastAt - startedAt) / (characters.length - 1);
}

/** The field that got the last character. */
export function fieldOf({ characters }: Run): FieldKind | null {
  return characters.at(-1)?.field ?? null;
}

/** The text that a field got. */
export function textInField({ characters }: Run): string {
  return characters.map(({ key }) => key).join("");
}

/** True if it was typed faster than people type in such a field. */
export function isFast(run: Run, field: FieldKind | null): boolean {
  if (run.characters.length < NOTEWORTHY_LENGTH) return false;
  return meanGap(run) < (mayHoldCode(run, field) ? CODE_MS : READER_MS);
}

function mayHoldCode(run: Run, field: FieldKind | null): boolean {
  const isMadeForCodes = field === "code" || movesOn(field);
  return (isMadeForCodes || (field === "search" && isLongIn(run, field))) && isCodeLike(run);
}

function isLongIn({ characters }: Run, field: FieldKind | null): boolean {
  return characters.filter((each) => each.field === field).length >= LONG_CODE_LENGTH;
}

/** Greatest difference between a reader's pauses, as a fraction of their mean; people vary more. */
const JITTER = 0.25;

/**
 * True if a field received a code at a pace too even for a person, whatever the speed.
 *
 * @param endAt time of the end key
 */
export function isEven(run: Run, field: FieldKind | null, endAt: number): boolean {
  if (!isLongIn(run, field) || !mayHoldCode(run, field)) return false;
  const gaps = [...run.characters.slice(1).map(({ gap }) => gap), endAt - run.lastAt];
  return Math.max(...gaps) - Math.min(...gaps) <= JITTER * meanGap(run);
}

export function isCodeLike({ characters }: Run): boolean {
  const text = characters.map(({ typed }) => typed).join("");
  return hasDigit(text) && !text.includes(" ");
}

/**
 * True if the characters had different targets. A shortcut may lead to a field in which a person
 * then types: `/` and a word.
 */
export function isMoved(run: Run, endPlace?: string): boolean {
  const last = run.characters.at(-1);
  const place = endPlace ?? last?.place;
  const mayLead = last?.field !== null && !isFast(run, null);
  return run.characters.some((each) => each.place !== place && !(each.isActed && mayLead));
}

/** Two readers together type twice as fast as one; one reader's mean pace varies less than this. */
const PACE = 1.5;

/** True if keys came clearly faster: compares mean gaps, ms. */
export function isFasterThan(gap: number, other: number): boolean {
  return other * PACE < gap;
}

/**
 * True if codes that arrived without a pause may be those of two readers typing at the same time:
 * the keys come faster while both type.
 *
 *     both        A1 B1 A2 B2 A3 B3 Enter      10 ms a key
 *     the longer  B4 B5 B6 B7 B8 B9 Enter      20 ms a key
 */
export function isMixed(runs: readonly Run[]): boolean {
  return runs.slice(1).some((run, index) => {
    const [one, other] = [meanGap(runs[index] ?? run), meanGap(run)];
    return isFasterThan(one, other) || isFasterThan(other, one);
  });
}
