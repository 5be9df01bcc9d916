import { expect, test } from "vitest";
import { awayRefusal, standInNote } from "#domain/people/away";
import { DAY_MS } from "#domain/common/durations";
import { requestsFor } from "#domain/custody/recipientRules";

test("an absence may begin in the past, but may not end there, nor before it begins", () => {
  const now = 1_000 * DAY_MS;
  const refusedFor = (from: number, until: number) =>
    awayRefusal({ from: now + from, until: now + until }, now);
  expect(refusedFor(-DAY_MS, 1)).toBeNull();
  expect(refusedFor(-DAY_MS, 0)).toBe("AWAY_OVER");
  expect(refusedFor(-365 * DAY_MS, -358 * DAY_MS)).toBe("AWAY_OVER");
  expect(refusedFor(-DAY_MS, -2 * DAY_MS)).toBe("AWAY_DATES");
  expect(refusedFor(0, 367 * DAY_MS)).toBe("AWAY_TOO_LONG");
});

/** The texts about the chosen stand-in (docs/product.md, "Away"). */

const complete = {
  supervisor: "sofia@company.com",
  country: "Japan",
  city: "Tokyo",
  userLat: 35.7,
  userLng: 139.7,
};
const unsupervised = { ...complete, supervisor: undefined };
const nowhere = { ...complete, userLat: undefined };

const RECORD = "their record lacks a supervisor, or an address with country, city and position";
const LISTS = "they are on neither the supervisor list nor the admin list";

test.each([
  [complete, true, "They may answer transfers, returns and losses for you."],
  [
    ...([complete, false] as const),
    `They may answer transfers for you. Returns and losses go on waiting for you: ${LISTS}.`,
  ],
  [
    ...([unsupervised, true] as const),
    `They may answer returns for you. Transfers and losses go on waiting for you: ${RECORD}.`,
  ],
  [
    ...([nowhere, true] as const),
    `They may answer nothing for you. Transfers, returns and losses go on waiting for you: ${RECORD}.`,
  ],
  [
    ...([nowhere, false] as const),
    `They may answer nothing for you. Transfers, returns and losses go on waiting for you: ${RECORD}, and ${LISTS}.`,
  ],
])("a stand-in with the record %o, listed: %s, reads: %s", (person, isListed, text) => {
  const note = standInNote({ requests: requestsFor(person, isListed), isListed });
  expect(note).toEqual({ isAll: person === complete && isListed, text });
});
