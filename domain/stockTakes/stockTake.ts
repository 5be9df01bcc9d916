/**
 * Rules of a stock-take, which compares the samples that a shelf should hold according to the
 * custody records with those that are scanned there (docs/product.md, "Stock-takes"). The server
 * applies them; the screens take their texts from here.
 */
import { fold } from "../common/fold";
import { keysOf } from "../common/objects";
import type { Status } from "../custody/statuses";
import type { Step } from "../custody/workflow";

/**
 * The states of a stock-take. The server adds the expected samples while it is `preparing`, accepts
 * scans while it is `open`, and settles the remaining lines while it is `closing`.
 *
 *   preparing --> open --> closing --> closed
 *        \          \--> cancelled
 *         \--> cancelled
 */
export const STOCK_TAKE_STATES = ["preparing", "open", "closing", "closed", "cancelled"] as const;

/**
 * The states of a stock-take line, in the order of its record. `isExpected`: the sample was
 * expected when the stock-take was opened. `isScanned`: it has been scanned.
 */
export const ITEM_STATES = {
  missing: { label: "Missing", isExpected: true, isScanned: false },
  unexpected: { label: "Unexpected", isExpected: false, isScanned: true },
  unknown: { label: "Unknown number", isExpected: false, isScanned: true },
  found: { label: "Found", isExpected: true, isScanned: true },
  arrived: { label: "Arrived since", isExpected: false, isScanned: true },
  moved: { label: "Left since", isExpected: true, isScanned: false },
} as const satisfies Record<string, { label: string; isExpected: boolean; isScanned: boolean }>;
export type ItemState = keyof typeof ITEM_STATES;
export const ITEM_STATE_NAMES = keysOf(ITEM_STATES);

/** Display names of a stock-take's states. */
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
 * The outcomes of a scan. `already`: it was scanned before. `ambiguous`: several samples have the
 * number, so the scan is not recorded.
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
 * Texts of the outcomes. `verdict` is legible at arm's length; `isRight`: no action is needed;
 * null: neither a problem nor news.
 */
export const SCAN_TEXTS = {
  found: { verdict: "Found", isRight: true },
  arrived: { verdict: "Arrived since", isRight: true },
  already: { verdict: "Already scanned", isRight: null },
  unexpected: { verdict: "Unexpected", isRight: false },
  unknown: { verdict: "Unknown number", isRight: false },
  ambiguous: { verdict: "Not clear", isRight: false },
} as const satisfies Record<ScanOutcome, { verdict: string; isRight: boolean | null }>;

/**
 * What a scanned number refers to. `here`: according to the records the sample belongs on this
 * shelf.
 */
export type ScannedSample = "here" | "elsewhere" | "none";

/**
 * Returns the state of a line after a scan, or null if the line was already scanned.
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
 * Returns the state of a line after closing. A line that the records now explain is not a finding:
 * a sample that was properly handed over is not missing, and one that was properly received is not
 * unexpected.
 */
export function stateAfterClosing(present: ItemState, isExplained: boolean): ItemState {
  if (!isExplained) return present;
  if (present === "missing") return "moved";
  return present === "unexpected" ? "arrived" : present;
}

/** The statuses of samples that their manager holds: neither in transit nor gone. */
export const AT_HAND_STATUSES = ["Registered", "In Use"] as const satisfies Status[];

export function isAtHand(status: Status): boolean {
  return AT_HAND_STATUSES.some((each) => each === status);
}

/**
 * The steps that resolve a finding: a missing sample is reported lost; an unexpected one is
 * received, taken back into use, or transferred to the person who has it.
 */
export const RIGHT_STEPS = {
  missing: ["requestLost"],
  unexpected: ["acknowledgeTransfer", "acknowledgeReturn", "reopen", "declineLost", "transfer"],
} as const satisfies Partial<Record<ItemState, readonly Step[]>>;

/** A place for a stock-take. `location`: part of the address; "" for the whole city. */
export type StockTakePlace = {
  readonly city: string;
  readonly location: string;
};

/**
 * True if a sample is in the place, ignoring case and accents. The city may match any part of the
 * address: for "Rua Augusta 5, Lisbon" the sample's own city field has only the first part.
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
/**
 * Maximum number of pasted numbers per stock-take, and of their total characters before they are
 * looked up.
 */
export const MAX_STOCK_TAKE_NUMBERS = 5_000;
export const MAX_STOCK_TAKE_TEXT = 200_000;
/** Maximum number of helpers per stock-take. */
export const MAX_HELPERS = 20;
/** Maximum number of open stock-takes per person. */
export const MAX_OPEN_STOCK_TAKES = 20;
/**
 * Maximum number of stock-takes that a person opens in 24 hours. They are kept, each with up to
 * 5,000 lines, so without it a person could fill the disk.
 */
export const MAX_STOCK_TAKES_A_DAY = 50;
/** Maximum length of a scanned text, in characters; the URL of a label is shorter than 100. */
export const MAX_SCAN = 255;
