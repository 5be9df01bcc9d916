import { fold } from "../common/fold";
import { keysOf } from "../common/objects";
import type { Status } from "../custody/statuses";
import type { Step } from "../custody/workflow";

/**
 * Rules of a stock-take: what a shelf should hold by the book, compared with what is scanned there
 * (docs/product.md, "Stock-takes"). The server decides by them, the screens word them.
 */

/**
 * The states of a stock-take. The server fixes what is expected while it is `preparing`, scans are
 * taken while it is `open`, and what is left is settled while it is `closing`.
 *
 *   preparing --> open --> closing --> closed
 *        \          \--> cancelled
 *         \--> cancelled
 */
export const STOCK_TAKE_STATES = ["preparing", "open", "closing", "closed", "cancelled"] as const;

/**
 * The states of one line of a stock-take, in the order of its record. `isExpected`: it was among
 * what should be there when the stock-take was opened. `isScanned`: somebody scanned it.
 */
export const ITEM_STATES = {
  missing: { label: "Missing", isExpected: true, isScanned: false },
  unexpected: { label: "Unexpected", isExpected: false, isScanned: true },
  unknown: { label: "Unknown number", isExpected: false, isScanned: true },
  found: { label: "Found", isExpected: true, isScanned: true },
  arrived: { label: "Came meanwhile", isExpected: false, isScanned: true },
  moved: { label: "Left meanwhile", isExpected: true, isScanned: false },
} as const satisfies Record<string, { label: string; isExpected: boolean; isScanned: boolean }>;
export type ItemState = keyof typeof ITEM_STATES;
export const ITEM_STATE_NAMES = keysOf(ITEM_STATES);

/** The states of a stock-take as people read them. */
export const STOCK_TAKE_LABELS = {
  preparing: "Being prepared",
  open: "Open",
  closing: "Being closed",
  closed: "Closed",
  cancelled: "Cancelled",
} as const satisfies Record<(typeof STOCK_TAKE_STATES)[number], string>;

/** Number of lines in each state. */
export type StockTakeCounts = Record<ItemState, number>;
export const NO_ITEMS: Readonly<StockTakeCounts> = Object.freeze({
  missing: 0,
  unexpected: 0,
  unknown: 0,
  found: 0,
  arrived: 0,
  moved: 0,
});

/** Counts the lines that were expected when the stock-take was opened. */
export function countExpected(counts: Readonly<StockTakeCounts>): number {
  return ITEM_STATE_NAMES.filter((state) => ITEM_STATES[state].isExpected).reduce(
    (sum, state) => sum + counts[state],
    0,
  );
}

/**
 * The answers to a scan. `already`: it was scanned before. `ambiguous`: several samples have the
 * number, and nothing tells which one was scanned; nothing is noted.
 */
export const SCAN_OUTCOMES = [
  "found",
  "arrived",
  "unexpected",
  "unknown",
  "already",
  "ambiguous",
] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

/**
 * Texts of the answers. `verdict` is read at arm's length; `isRight`: nothing needs to be done.
 * Null: nothing is wrong, and nothing is new.
 */
export const SCAN_TEXTS = {
  found: { verdict: "Found", isRight: true },
  arrived: { verdict: "Came meanwhile", isRight: true },
  already: { verdict: "Already scanned", isRight: null },
  unexpected: { verdict: "Unexpected", isRight: false },
  unknown: { verdict: "Unknown number", isRight: false },
  ambiguous: { verdict: "Not clear", isRight: false },
} as const satisfies Record<ScanOutcome, { verdict: string; isRight: boolean | null }>;

/** The meaning of a scanned number. `here`: the book says that the sample belongs on this shelf. */
export type ScannedSample = "here" | "elsewhere" | "none";

/**
 * Returns the state in which a scan leaves its line, or null when the line was scanned before.
 *
 * @param present state of the line; null: there is none yet
 */
export function stateAfterScan(present: ItemState | null, sample: ScannedSample): ItemState | null {
  if (present === "missing") return "found";
  if (present !== null) return null;
  if (sample === "none") return "unknown";
  return sample === "here" ? "arrived" : "unexpected";
}

/**
 * Returns the state in which closing leaves a line. What the book explains by then is no finding: a
 * sample that was rightly handed on is not missing, and one that was rightly received is not
 * unexpected.
 */
export function stateAfterClosing(present: ItemState, isExplained: boolean): ItemState {
  if (!isExplained) return present;
  if (present === "missing") return "moved";
  return present === "unexpected" ? "arrived" : present;
}

/** The statuses of samples that their manager has at hand: neither on their way nor gone. */
export const AT_HAND_STATUSES = ["Registered", "In Use"] as const satisfies Status[];

export function isAtHand(status: Status): boolean {
  return AT_HAND_STATUSES.some((each) => each === status);
}

/**
 * The steps that put right what a stock-take found: what is missing is asked to be written off, and
 * what does not belong here is received, taken back into use, or handed to whoever has it.
 */
export const RIGHT_STEPS = {
  missing: ["requestLost"],
  unexpected: ["acknowledgeTransfer", "acknowledgeReturn", "reopen", "declineLost", "transfer"],
} as const satisfies Partial<Record<ItemState, readonly Step[]>>;

/** A place to take stock of. `location`: part of the address; "" for the whole city. */
export type StockTakePlace = {
  readonly city: string;
  readonly location: string;
};

/**
 * True if a sample is in the place, whatever the case and the accents. The city may be any part of
 * the address: of "Rua Augusta 5, Lisbon" a sample's own field holds the first part only.
 */
export function isInPlace(
  { city, location }: StockTakePlace,
  sample: StockTakePlace & { readonly userLocation: string },
): boolean {
  const addresses = [sample.location, sample.userLocation].map(fold);
  const parts = [fold(sample.city), ...addresses.flatMap((address) => address.split(","))];
  const wanted = fold(city.trim());
  if (!parts.some((part) => part.trim() === wanted)) return false;
  const part = fold(location.trim());
  return addresses.some((address) => address.includes(part));
}

export const MAX_STOCK_TAKE_NAME = 60;
/** Most pasted numbers of one stock-take, and most characters of all, until they are looked up. */
export const MAX_STOCK_TAKE_NUMBERS = 5_000;
export const MAX_STOCK_TAKE_TEXT = 200_000;
/** Most people whom one stock-take is shared with. */
export const MAX_HELPERS = 20;
/** Most stock-takes that one person has open. */
export const MAX_OPEN_STOCK_TAKES = 20;
/** Longest text of one scan, in characters: a label's address is below 100. */
export const MAX_SCAN = 255;
