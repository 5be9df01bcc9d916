import { describe, expect, test } from "vitest";
import {
  describeChange,
  describeLeft,
  describeReversal,
} from "@/features/samples/list/describeChange";
import { nameFromEmail } from "#domain/people/people";
import { aSample } from "../../support/web/webSamples";

const ana = "ana@company.com";
const bob = "bob@company.com";
const eve = "eve@company.com";
const held = aSample({ status: "In Use" });
const sent = { ...held, status: "In Transit" as const, inTransitTo: bob };
const returning = { ...held, status: "In Return" as const, inReturnTo: bob };
const missing = { ...held, status: "Request Lost" as const, inOSapprby: bob };

describe("what a glowing row says", () => {
  test.each([
    ["a transfer, to its recipient", undefined, sent, bob, "From Ana, for you"],
    ["a transfer, to its sender", held, sent, ana, "Sent to Bob"],
    [
      "a receipt, to the sender",
      sent,
      { ...held, samplmanag: bob, lastmanag: ana },
      ana,
      "Received by Bob",
    ],
    ["a receipt, to the recipient", sent, { ...held, samplmanag: bob }, bob, "Received by you"],
    ["a new sample", undefined, aSample(), bob, "Registered by Ana"],
    ["an edit", held, { ...held, status: "Registered" as const }, ana, "Edited"],
    ["a reopened return", { ...held, status: "Returned" as const }, aSample(), ana, "Reopened"],
    ["a reopened loss", { ...held, status: "Lost" as const }, aSample(), bob, "Reopened"],
    [
      "a confirmed loss",
      missing,
      { ...held, status: "Lost" as const, samplmanag: bob, lastmanag: ana },
      ana,
      "Loss confirmed by Bob",
    ],
    ["a second edit", aSample(), { ...aSample(), registereddate: 1 }, ana, "Edited"],
    ["a new supervisor: none", held, { ...held, supervisor: bob }, ana, null],
    ["a declined transfer", sent, held, ana, "Back with you"],
    [
      "a declined transfer, to an admin",
      sent,
      { ...held, status: "Registered" as const },
      eve,
      "Back with Ana",
    ],
    ["a declined return", returning, held, ana, "Back with you"],
    ["a declined loss", missing, held, ana, "Back with you"],
    [
      "a declined loss that had interrupted a transfer",
      { ...missing, inOSapprby: eve },
      sent,
      ana,
      "Back with you",
    ],
  ])("a glowing row has its words for %s", (_, before, after, reader, words) => {
    expect(describeChange(before, after, reader, nameFromEmail)).toBe(words);
  });

  test.each([
    ["Transfer Declined", "Declined by Bob: scratched"],
    ["Return Declined", "Declined by Bob: scratched"],
    ["Lost Declined", "Declined by Bob: scratched"],
    ["Transfer Cancelled", "Taken back by Bob: scratched"],
    ["Return Cancelled", "Taken back by Bob: scratched"],
    ["Lost Cancelled", "Taken back by Bob: scratched"],
    ["Transfer Acknowledge", null],
    ["Register", null],
  ] as const)("the row of a %s reads '%s'", (action, words) => {
    expect(describeReversal({ action, email: bob, reason: "scratched" }, nameFromEmail)).toBe(
      words,
    );
  });

  test("a reversal without a reason names the person alone", () => {
    expect(describeReversal({ action: "Transfer Cancelled", email: bob }, nameFromEmail)).toBe(
      "Taken back by Bob",
    );
  });
});

test("a row that leaves the list says so to the person it waited for", () => {
  expect(describeLeft(sent, bob)).toBe("No longer waits for you");
  expect(describeLeft(sent, ana)).toBe("Left this list");
});
