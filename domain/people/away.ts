import { DAY_MS } from "../common/durations";
import { PENDING_FIELDS, type PendingField } from "../custody/workflow";

/**
 * The time that a person is away, and who stands in for them. While it lasts, the stand-in answers
 * what the person is asked (`absenteeOf` of domain/custody/workflow.ts; docs/product.md, "Away").
 */
export type Away = {
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms; the person is back from then on. */
  readonly until: number;
  /** E-mail. */
  readonly standIn: string;
};

/** True while the person is away. @param now epoch ms */
export function isAway(away: Away | undefined, now: number): away is Away {
  return away !== undefined && away.from <= now && now < away.until;
}

/** Furthest end that may be scheduled, ms from now. */
const MAX_AHEAD_MS = 366 * DAY_MS;

/**
 * Returns the reason why a person may not be away for this time, or null when they may.
 *
 * @param now epoch ms
 */
export function awayRefusal({ from, until }: Omit<Away, "standIn">, now: number) {
  if (!(until > from)) return "AWAY_DATES";
  if (until <= now) return "AWAY_OVER";
  return until - now > MAX_AHEAD_MS ? "AWAY_TOO_LONG" : null;
}

/**
 * The answers that a person may give as somebody's stand-in: `requestsFor` of
 * domain/custody/recipientRules.ts, and whether they are on the supervisor list or the admin list.
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
 * Tells whoever chooses a stand-in what that person may answer, and why not the rest. `isAll`: they
 * may answer everything.
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
  // A complete record receives transfers, so only the lists can be missing.
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
