import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeClient } from "@/lib/connection/convex";

const alert = vi.fn();
beforeEach(() => vi.stubGlobal("alert", alert.mockClear()));
afterEach(() => vi.unstubAllGlobals());

test("a build with an invalid URL says 'first fail'", () => {
  expect(() => makeClient("no address")).toThrow("no address");
  expect(alert.mock.calls).toEqual([["first fail"]]);
});

test("a build with a valid URL creates its client without an alert", async () => {
  await makeClient("http://localhost:1").close();
  expect(alert).not.toHaveBeenCalled();
});
