import { DAY_MS } from "../common/durations";
import { PENDING_FIELDS, type PendingField } from "../custody/workflow";

/**
 * A person's absence and their stand-in. While it lasts, the stand-in answers requests to the
 * person (`absenteeOf` of domain/custody/workflow.ts; docs/product.md, "Away").
 */
export type Away = {
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms; the person is back from this time. */
  readonly until: number;
  /** E-mail. */
  readonly standIn: string;
};

/**
 * True while the person is absent.
 *
 * @param now epoch ms
 */
export function isAway(away: Away | undefined, now: number): away is Away {
  return away !== undefined && away.from <= now && now < away.until;
}

/** Maximum time until the end of an absence, ms from now. */
const MAX_AHEAD_MS = 366 * DAY_MS;

/**
 * Returns why the absence is invalid, or null.
 *
 * @param now epoch ms
 */
export function awayRefusal({ from, until }: Omit<Away, "standIn">, now: number) {
  if (!(until > from)) return "AWAY_DATES";
  if (until <= now) return "AWAY_OVER";
  return until - now > MAX_AHEAD_MS ? "AWAY_TOO_LONG" : null;
}

/**
 * Which requests a person may answer as a stand-in: `requestsFor` of
 * domain/custody/recipientRules.ts, and whether they are on the supervisor or admin list.
 */
export type StandInScope = {
  readonly requests: readonly PendingField[];
  readonly isListed: boolean;
};

const ASKED: Readonly<Record<PendingField, string>> = {
  inTransitTo: "transfers",
  inReturnTo: "returns",
  inOSapprby: "losses",
};

const NOT_LISTED = "they are on neither the supervisor list nor the admin list";
const INCOMPLETE = "their record lacks a supervisor, or an address with country, city and position";

/**
 * Explains to a person choosing a stand-in which requests the stand-in may answer, and why not the
 * others. `isAll`: they may answer all requests.
 *
 * ```text
 * They may answer transfers for you. Returns and losses go on waiting for you: they are on neither
 * the supervisor list nor the admin list.
 * ```
 */
export function standInNote({ requests, isListed }: StandInScope) {
  const left = PENDING_FIELDS.filter((field) => !requests.includes(field));
  if (left.length === 0) {
    return { isAll: true, text: `They may answer ${inWords(requests)} for you.` };
  }
  // A complete record is enough for transfers, so only the list entry can be missing.
  const isComplete = requests.includes("inTransitTo");
  const reasons = [...(isComplete ? [] : [INCOMPLETE]), ...(isListed ? [] : [NOT_LISTED])];
  const answered = requests.length === 0 ? "nothing" : inWords(requests);
  const rest = inWords(left);
  const waits = `${rest[0]?.toUpperCase()}${rest.slice(1)} go on waiting for you`;
  return {
    isAll: false,
    text: `They may answer ${answered} for you. ${waits}: ${reasons.join(", and ")}.`,
  };
}

const LIST = new Intl.ListFormat("en-GB");
const inWords = (fields: readonly PendingField[]) => LIST.format(fields.map((each) => ASKED[each]));
