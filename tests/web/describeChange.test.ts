import { describe, expect, test } from "vitest";
import {
  describeChange,
  describeLeft,
  describeReversal,
} from "@/features/samples/list/describeChange";
import { aSample } from "../support/webSamples";

const ana = "ana@company.com";
const bob = "bob@company.com";
const eve = "eve@company.com";
const held = aSample({ status: "In Use" });
const sent = { ...held, status: "In Transit" as const, inTransitTo: bob };
const returning = { ...held, status: "In Return" as const, inReturnTo: bob };
const missing = { ...held, status: "Request Lost" as const, inOSapprby: bob };

describe("what a glowing row says", () => {
  test.each([
    ["to the recipient of a transfer", undefined, sent, bob, "From ana, for you"],
    ["to its sender", held, sent, ana, "Sent to bob"],
    [
      "when the recipient took it",
      sent,
      { ...held, samplmanag: bob, lastmanag: ana },
      ana,
      "Received by bob",
    ],
    ["when I took it", sent, { ...held, samplmanag: bob }, bob, "Received by you"],
    ["of a new sample", undefined, aSample(), bob, "Registered by ana"],
    ["of an edit", held, { ...held, status: "Registered" as const }, ana, "Edited"],
    ["of a second edit", aSample(), { ...aSample(), registereddate: 1 }, ana, "Edited"],
    ["of a new supervisor: nothing", held, { ...held, supervisor: bob }, ana, null],
    ["of a transfer that came to nothing", sent, held, ana, "Back with you"],
    [
      "the same, to an admin",
      sent,
      { ...held, status: "Registered" as const },
      eve,
      "Back with ana",
    ],
    ["of a return that came to nothing", returning, held, ana, "Back with you"],
    ["of a loss that was not one", missing, held, ana, "Back with you"],
    ["the same, out of transit", { ...missing, inOSapprby: eve }, sent, ana, "Back with you"],
  ])("%s", (_, before, after, reader, words) => {
    expect(describeChange(before, after, reader)).toBe(words);
  });

  test.each([
    ["Transfer Declined", "Declined by bob: scratched"],
    ["Return Declined", "Declined by bob: scratched"],
    ["Lost Declined", "Declined by bob: scratched"],
    ["Transfer Cancelled", "Taken back by bob: scratched"],
    ["Return Cancelled", "Taken back by bob: scratched"],
    ["Lost Cancelled", "Taken back by bob: scratched"],
    ["Transfer Acknowledge", null],
    ["Register", null],
  ] as const)("%s reads %s", (action, words) => {
    expect(describeReversal({ action, email: bob, reason: "scratched" })).toBe(words);
  });

  test("without a reason it names who it was", () => {
    expect(describeReversal({ action: "Transfer Cancelled", email: bob })).toBe(
      "Taken back by bob",
    );
  });
});

test("a row that leaves says so to the person it waited for", () => {
  expect(describeLeft(sent, bob)).toBe("No longer waits for you");
  expect(describeLeft(sent, ana)).toBe("Left this list");
});
