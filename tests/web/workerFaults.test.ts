import { afterEach, expect, test, vi } from "vitest";
import { throwRejections, workerFault } from "@/lib/workerFaults";

afterEach(() => vi.unstubAllGlobals());

test("a worker throws what one of its promises was rejected with, so that its page gets it", () => {
  let listener: (event: { readonly reason: unknown }) => void = () => undefined;
  vi.stubGlobal("addEventListener", (_kind: string, added: typeof listener) => (listener = added));
  throwRejections();
  expect(() => listener({ reason: new Error("no room") })).toThrow("no room");
});

test("a worker that cannot be loaded asks for a reload of the page", () => {
  expect(workerFault({})).toBe("a part of the app could not be loaded: reload the page");
});
