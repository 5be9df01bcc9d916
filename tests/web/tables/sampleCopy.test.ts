import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleCopy } from "@/lib/tables/sampleCopy";
import { FakeConvex } from "../../support/web/fakeConvex";

const admin = { email: "adam@company.com", role: "admin" } as const;

class FakeWorker {
  static readonly started: FakeWorker[] = [];
  isEnded = false;
  onmessage: unknown = null;
  fail: (event: { readonly message: string }) => void = () => undefined;
  constructor() {
    FakeWorker.started.push(this);
  }
  addEventListener(_kind: "error", listener: FakeWorker["fail"]) {
    this.fail = listener;
  }
  postMessage() {}
  terminate() {
    this.isEnded = true;
  }
}

beforeEach(() => {
  FakeWorker.started.length = 0;
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

test("a user who may see all samples again after a refusal gets a new replica", () => {
  const server = new FakeConvex().answer("sampleFeed:position", () => undefined);
  const refused = sampleCopy(server.asClient(), admin);
  refused?.subscribe(() => undefined);
  server.answer("sampleFeed:position", () => {
    throw new Error("only admins");
  });
  expect(refused?.getState().error?.message).toBe("only admins");
  expect(FakeWorker.started.map(({ isEnded }) => isEnded)).toEqual([true]);

  server.answer("sampleFeed:position", () => undefined);
  const anew = sampleCopy(server.asClient(), admin);
  anew?.subscribe(() => undefined);
  expect(anew?.getState().error).toBeNull();
  expect(FakeWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(sampleCopy(server.asClient(), admin)).toBe(anew);
});

test("a replica whose worker fails, or whose file is missing, has an error and is not shared", () => {
  const server = new FakeConvex().answer("sampleFeed:position", () => undefined);
  const other = { ...admin, email: "eve@company.com" };
  const broken = sampleCopy(server.asClient(), other);
  broken?.subscribe(() => undefined);
  FakeWorker.started[0]?.fail({ message: "Uncaught Error: no room" });
  expect(broken?.getState()).toMatchObject({ isLoading: false, isComplete: false });
  expect(broken?.getState().error?.message).toBe(
    "The worker of the copy failed: Uncaught Error: no room",
  );
  expect(sampleCopy(server.asClient(), other)).not.toBe(broken);
});
