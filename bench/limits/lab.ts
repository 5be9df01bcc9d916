import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { setTimeout as pause } from "node:timers/promises";
import { openDeployment, type Deployment } from "../../engine/deployment";
import type { Caller, JSONObject, Outcome } from "../../engine/functions/types";
import type { RunUsage } from "../../engine/logs";
import type { Session } from "../../tests/support/deployments/embeddedHome";
import { realNow } from "../../engine/functions/isolation";
import { callerOf } from "../ours/caller";

const URL_OF_LAB = "http://127.0.0.1:3210";
const TERMINAL: Caller = { isAdmin: true, identity: null };
/** A lab is quiet when no function has ended for this long. */
const QUIET_MS = 1_500;

type Args = Record<string, Value>;

/** The highest usage in any run of a function. */
export type Peak = RunUsage & { readonly runs: number };

/** A deployment in this process, without sockets, that records what each function uses. */
export class Lab {
  readonly peaks = new Map<string, Peak>();
  /** Calls that were refused, and background functions that failed. */
  readonly failures = new Set<string>();
  /** Milliseconds added to the clock. */
  aheadMs = 0;
  #lastRunAt = 0;
  #deployment: Deployment | null = null;

  private constructor(private readonly sessions: readonly Session[]) {}

  static async open(
    dataDir: string,
    pushRequest: string,
    sessions: readonly Session[],
  ): Promise<Lab> {
    const lab = new Lab(sessions);
    const clock = { now: () => realNow() + lab.aheadMs };
    const urls = { cloudUrl: URL_OF_LAB, siteUrl: URL_OF_LAB };
    lab.#deployment = await openDeployment({ dataDir, pushRequest, clock, ...urls });
    lab.deployment.logs.subscribe(({ identifier, usage, error }) => {
      lab.#lastRunAt = performance.now();
      if (error !== null) lab.failures.add(`${identifier}: ${error.split("\n", 1)[0]}`);
      if (usage !== null) lab.#record(identifier, usage);
    });
    return lab;
  }

  get deployment(): Deployment {
    if (!this.#deployment) throw new Error("The lab is not open");
    return this.#deployment;
  }

  #record(name: string, usage: RunUsage): void {
    const peak = this.peaks.get(name) ?? { ...usage, runs: 0 };
    const most = Object.entries(usage).map(([field, used]: [string, number]) => [
      field,
      Math.max(used, peak[field as keyof RunUsage]),
    ]);
    this.peaks.set(name, { ...(Object.fromEntries(most) as RunUsage), runs: peak.runs + 1 });
  }

  /** @param who number of the person who asks; null for a terminal with the admin key */
  async query(path: string, args: Args, who: number | null): Promise<Value> {
    return this.#value(await this.deployment.functions.runQuery(this.#call(path, args, who)));
  }

  async mutation(path: string, args: Args, who: number | null): Promise<Value> {
    return this.#value(await this.deployment.functions.runMutation(this.#call(path, args, who)));
  }

  async action(path: string, args: Args, who: number | null): Promise<Value> {
    return this.#value(await this.deployment.functions.runAction(this.#call(path, args, who)));
  }

  /** Sends a request to an HTTP action. Returns the answer's status and text. */
  async http(method: string, path: string, token: string, body?: object) {
    const text = body === undefined ? "" : JSON.stringify(body);
    const request = new Request(URL_OF_LAB + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/scim+json" },
      ...(body && { body: text }),
    });
    const caller = { isAdmin: false, identity: null };
    const answer = await this.deployment.functions.runHttpAction(request, caller, text);
    const found = { status: answer?.status ?? 0, text: (await answer?.text()) ?? "" };
    if (found.status >= 400) this.failures.add(`${method} ${path}: ${found.status} ${found.text}`);
    return found;
  }

  /** Resolves when scheduled functions have ended, or after `seconds`. */
  async settled(seconds: number): Promise<void> {
    const until = performance.now() + seconds * 1_000;
    const isQuiet = () => performance.now() - this.#lastRunAt > QUIET_MS;
    await pause(QUIET_MS);
    while (!isQuiet() && performance.now() < until) await pause(100);
  }

  #call(path: string, args: Args, who: number | null) {
    const caller = who === null ? TERMINAL : callerOf({ url: URL_OF_LAB }, this.sessions[who]!);
    return { path, args: convexToJson(args) as JSONObject, caller };
  }

  #value(outcome: Outcome): Value {
    if (!outcome.ok) throw new Error(outcome.error.dataJson ?? outcome.error.message);
    return jsonToConvex(JSON.parse(outcome.valueJson) as JSONValue);
  }
}
