import { ConvexError } from "convex/values";
import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { attempt } from "@/lib/connection/attempt";
import { withConnection, NoConnectionError } from "@/lib/connection/connection";

describe("an attempted call", () => {
  test("an attempt gives the value of a call that worked", async () => {
    expect(await attempt(Promise.resolve(7))).toEqual({ ok: true, value: 7 });
  });

  test("an attempt gives a refusal in the server's own words, with its code", async () => {
    const refusal = { code: "USER_UNKNOWN", message: "No matching user found!" };
    expect(await attempt(Promise.reject(new ConvexError(refusal)))).toMatchObject({
      ok: false,
      ...refusal,
    });
  });

  test("an attempt hides the text of a bug from users", async () => {
    expect(await attempt(Promise.reject(new TypeError("x is undefined")))).toMatchObject({
      ok: false,
      code: null,
      message: "An unknown error occurred. Please try again.",
    });
  });
});

describe("a call that needs the server", () => {
  let isUp = true;
  const client = {
    connectionState: () => ({ isWebSocketConnected: isUp }),
  } as unknown as ConvexReactClient;
  const never = () => new Promise<never>(() => {});
  beforeEach(() => {
    isUp = true;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  test("a call fails after 8 s without a connection instead of waiting for ever", async () => {
    isUp = false;
    const failure = expect(withConnection(client, never())).rejects.toThrow(NoConnectionError);
    await vi.advanceTimersByTimeAsync(8_000);
    await failure;
  });

  test("a call outlasts a gap of less than 8 s", async () => {
    isUp = false;
    const call = withConnection(
      client,
      new Promise((resolve) => setTimeout(() => resolve("done"), 20_000)),
    );
    await vi.advanceTimersByTimeAsync(7_000);
    isUp = true;
    await vi.advanceTimersByTimeAsync(13_000);
    expect(await call).toBe("done");
  });

  test("a call whose connection was lost on the way says so", async () => {
    const cut = Promise.reject(new Error("Connection lost while action was in flight"));
    await expect(withConnection(client, cut)).rejects.toThrow(NoConnectionError);
  });

  test("a call that waits for a connection passes a refusal on unchanged", async () => {
    const refusal = new ConvexError({ code: "DISABLED" });
    await expect(withConnection(client, Promise.reject(refusal))).rejects.toBe(refusal);
  });
});
