import { describe, expect, test } from "vitest";
import { acceptedStep } from "../../../convex/lib/signIn/totp";
import { APP_SECRET, appCode } from "../../support/authenticator";

/** Appendix B of RFC 6238, with the last six of its eight digits. */
describe("the codes of RFC 6238", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("the codes of RFC 6238 at %i s are accepted", (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const secret = { secret: APP_SECRET, lastStep: 0 };
    expect(acceptedStep(secret, code, seconds * 1000)).toBe(step);
    expect(acceptedStep({ ...secret, lastStep: step }, code, seconds * 1000)).toBeNull();
  });
});

test("a code is accepted one step early and one step late, and never before the last step", () => {
  const now = 1_800_000_000_000;
  const present = now / 30_000;
  const accepted = (steps: number, lastStep: number) =>
    acceptedStep({ secret: APP_SECRET, lastStep }, appCode(APP_SECRET, steps, now), now);
  expect([-2, -1, 0, 1, 2].map((steps) => accepted(steps, 0))).toEqual([
    null,
    present - 1,
    present,
    present + 1,
    null,
  ]);
  expect([-1, 0, 1].map((steps) => accepted(steps, present))).toEqual([null, null, present + 1]);
});
