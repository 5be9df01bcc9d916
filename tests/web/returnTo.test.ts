import { describe, expect, it } from "vitest";
import { safeReturnTo } from "@/lib/returnTo";

describe("back to the wanted page after sign-in", () => {
  it("keeps a page of ours with its search", () => {
    const wanted = "/private/transferfs/k57?scope=mine#top";
    expect(safeReturnTo(wanted)).toBe(wanted);
  });

  it.each([
    ["another origin", "https://evil.example/"],
    ["a protocol-relative address", "//evil.example/dashboard"],
    ["what browsers read as one", "/\\evil.example"],
    ["a script", "javascript:alert(1)"],
    ["the sign-in page itself", "/auth/sign-in?redirect=/x"],
    ["nothing", undefined],
    ["a number", 7],
  ])("refuses %s", (_, wanted) => {
    expect(safeReturnTo(wanted)).toBeNull();
  });
});
