/** Actions that fail where their own code cannot catch the error, or that would end the server. */

"use node";
import { EventEmitter } from "node:events";
import { readFile } from "node:fs";
import { connect } from "node:net";
import { v } from "convex/values";
import { action } from "./builders";

const stray = () => {
  throw new Error("stray");
};

const WAYS: Record<string, () => unknown> = {
  timer: () => setTimeout(stray, 1),
  immediate: () => setImmediate(stray),
  "process.nextTick": () => process.nextTick(stray),
  queueMicrotask: () => queueMicrotask(stray),
  "fs callback": () => readFile("/nowhere", stray),
  "error event": () => setTimeout(() => new EventEmitter().emit("error", new Error("stray")), 1),
  "socket error": () => connect({ port: 1, host: "127.0.0.1" }),
  rejection: () => void Promise.reject(new Error("stray")),
  "process.exit": () => process.exit(3),
  "process.abort": () => process.abort(),
  "process.kill": () => process.kill(process.pid, "SIGTERM"),
};

export const ways = action({ args: {}, handler: () => Object.keys(WAYS) });

/** Fails in one way, and would otherwise never end. */
export const goesWrong = action({
  args: { way: v.string() },
  handler: async (_ctx, { way }) => {
    try {
      WAYS[way]?.();
    } catch {
      // What throws at once must not be catchable either.
    }
    await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
  },
});

/** Fails in one way after it has returned. */
export const goesWrongLater = action({
  args: { way: v.string() },
  handler: (_ctx, { way }) => {
    setTimeout(() => WAYS[way]?.(), 20);
    return null;
  },
});
