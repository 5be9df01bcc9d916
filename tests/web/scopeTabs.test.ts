import { describe, expect, test } from "vitest";
import { scopeCount, scopeTabs } from "@/features/samples/list/scopeTabs";
import { NO_SAMPLES } from "../../domain/statuses";

const mine = {
  ...NO_SAMPLES,
  Registered: 1,
  "In Use": 2,
  "In Transit": 3,
  "In Return": 4,
  Lost: 9,
};
const scope = { ...mine, Registered: 11, "In Use": 12 };
const waiting = [{ kind: "transfer" }, { kind: "transfer" }, { kind: "lost" }] as const;
const known = { counts: { scope, mine }, waiting };

describe("the tabs of a sample list", () => {
  test("each role has the parts it may see", () => {
    const labels = (role: "admin" | "supervisor" | "user") =>
      scopeTabs("transfer", role).map(({ label }) => label);
    expect(labels("user")).toEqual(["All", "To receive", "Mine"]);
    expect(labels("supervisor")).toEqual(["All", "To receive", "Mine", "Team"]);
    expect(scopeTabs("lost", "user").map(({ label }) => label)).toContain("To approve");
    expect(scopeTabs("delete", "user").map(({ label }) => label)).toEqual(["All", "Mine"]);
  });

  test("a list counts only its own statuses", () => {
    expect(scopeCount("transfer", "user", "mine", known)).toBe(1 + 2 + 3);
    expect(scopeCount("return", "user", "mine", known)).toBe(1 + 2 + 4);
    expect(scopeCount("lost", "user", "addressed", known)).toBe(1);
  });

  test("a supervisor's team is what they answer for without their own", () => {
    expect(scopeCount("transfer", "supervisor", "team", known)).toBe(20);
  });

  test("what the counters do not say is not guessed", () => {
    expect(scopeCount("transfer", "supervisor", "everything", known)).toBeNull();
    const nothingWaits = { ...known, waiting: [] };
    expect(scopeCount("transfer", "supervisor", "everything", nothingWaits)).toBe(26);
    expect(scopeCount("delete", "user", "mine", known)).toBeNull();
    expect(scopeCount("transfer", "admin", "team", known)).toBeNull();
  });

  test("all that a user sees is what they hold and what is sent to them", () => {
    expect(scopeCount("transfer", "user", "everything", known)).toBe(6 + 2);
    expect(scopeCount("transfer", "admin", "everything", known)).toBe(26);
  });
});
