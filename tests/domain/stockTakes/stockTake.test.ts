import { describe, expect, test } from "vitest";
import {
  countExpected,
  isAtHand,
  isInPlace,
  stateAfterClosing,
  stateAfterScan,
  type ItemState,
  type ScannedSample,
} from "#domain/stockTakes/stockTake";
import { STATUSES } from "#domain/custody/statuses";

describe("a scan", () => {
  test.each<[ItemState | null, ScannedSample, ItemState | null]>([
    ["missing", "here", "found"],
    ["missing", "elsewhere", "found"],
    ["missing", "none", "found"],
    [null, "here", "arrived"],
    [null, "elsewhere", "unexpected"],
    [null, "none", "unknown"],
    ["found", "here", null],
    ["unexpected", "here", null],
    ["unknown", "none", null],
    ["arrived", "elsewhere", null],
  ])("a scan of a line that is %s, of a sample %s, leaves it %s", (present, sample, state) => {
    expect(stateAfterScan(present, sample)).toBe(state);
  });
});

describe("closing", () => {
  test("settles the lines that the data explains, and leaves every other line unchanged", () => {
    expect(stateAfterClosing("missing", true)).toBe("moved");
    expect(stateAfterClosing("unexpected", true)).toBe("arrived");
    for (const state of ["missing", "unexpected", "found"] as const) {
      expect(stateAfterClosing(state, false)).toBe(state);
    }
    expect(stateAfterClosing("found", true)).toBe("found");
  });
});

test("expected lines are those found, those missing and those that left since", () => {
  const counts = { missing: 1, found: 10, moved: 100, arrived: 7, unexpected: 7, unknown: 7 };
  expect(countExpected(counts)).toBe(111);
});

test("a sample is at hand unless it is in transit, returned or lost", () => {
  expect(STATUSES.filter(isAtHand)).toEqual(["Registered", "In Use"]);
});

describe("a location", () => {
  const sample = (location: string, city = "") => ({ city, location, userLocation: location });

  test.each([
    ["its city", sample("", "São Paulo"), { city: "sao paulo ", location: "" }],
    [
      "a part of its address",
      sample("Rua A 5, Lisbon", "Rua A 5"),
      { city: "Lisbon", location: "" },
    ],
    ["its address", sample("Shelf 3, Lisbon", "Lisbon"), { city: "Lisbon", location: "shelf 3" }],
  ])("contains a sample by %s", (_, there, place) => {
    expect(isInPlace(place, there)).toBe(true);
  });

  test.each([
    ["in another city", sample("Porto, Portugal", "Porto"), { city: "Lisbon", location: "" }],
    [
      "in a street of that name",
      sample("Lisbon Road, Porto", "Porto"),
      { city: "Lisbon", location: "" },
    ],
    [
      "on another shelf",
      sample("Shelf 4, Lisbon", "Lisbon"),
      { city: "Lisbon", location: "shelf 3" },
    ],
  ])("contains no sample %s", (_, there, place) => {
    expect(isInPlace(place, there)).toBe(false);
  });
});
