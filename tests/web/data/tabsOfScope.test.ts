import { expect, test } from "vitest";
import { scopeTabs } from "@/features/samples/list/tabsOfScope";

test("each role has the tabs of the scopes that it may see", () => {
  const labels = (role: "admin" | "supervisor" | "user") =>
    scopeTabs("transfer", role).map(({ label }) => label);
  expect(labels("user")).toEqual(["All", "To receive", "Mine", "Overdue"]);
  expect(labels("supervisor")).toEqual(["All", "To receive", "Mine", "Team", "Overdue"]);
  expect(scopeTabs("lost", "user").map(({ label }) => label)).toContain("To approve");
  expect(scopeTabs("open", "user").map(({ label }) => label)).toContain("To receive");
  expect(scopeTabs("open", "admin").map(({ label }) => label)).toContain("Transfers to receive");
  expect(scopeTabs("delete", "user").map(({ label }) => label)).toEqual(["All", "Mine"]);
});
