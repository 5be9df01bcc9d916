import { describe, expect, test } from "vitest";
import { describeChange } from "@/features/samples/list/describeChange";
import { aSample } from "../support/webSamples";

const ana = "ana@company.com";
const bob = "bob@company.com";
const held = aSample({ status: "In Use" });
const sent = { ...held, status: "In Transit" as const, inTransitTo: bob };

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
  ])("%s", (_, before, after, reader, words) => {
    expect(describeChange(before, after, reader)).toBe(words);
  });
});
