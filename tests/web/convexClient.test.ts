import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeClient } from "@/lib/convex";

const alert = vi.fn();
beforeEach(() => vi.stubGlobal("alert", alert.mockClear()));
afterEach(() => vi.unstubAllGlobals());

test("a build for an address that is none says 'first fail'", () => {
  expect(() => makeClient("no address")).toThrow("no address");
  expect(alert.mock.calls).toEqual([["first fail"]]);
});

test("a client is made for an address, without a word", async () => {
  await makeClient("http://localhost:1").close();
  expect(alert).not.toHaveBeenCalled();
});
