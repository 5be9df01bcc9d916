import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { CallBlocked } from "../functions/errors";
import { fingerprintOf, partsOf } from "./watchedCall";

const REFUSED_FOR_MS = 60 * 60_000;
/**
 * Number of different calls of one function that may hang the thread before all its calls by the
 * same caller are refused.
 */
const MAX_CALLS_OF_FUNCTION = 3;

/** A call that hung the thread until the watchdog killed the process. One line of the file. */
interface HeldCall {
  /** Epoch ms. */
  readonly time: number;
  readonly path: string;
  /** The caller's key; missing in lines of versions up to 2.1. */
  readonly caller?: string;
  readonly fingerprint: string;
}

/** A blocked call, as shown to administrators. Times are epoch ms. */
export interface BlockedCall {
  /** Identifies the call in `lift`. */
  readonly id: string;
  readonly path: string;
  readonly caller: string | null;
  readonly since: number;
  readonly until: number;
}

/**
 * Refuses calls that hung the server's thread before. Clients resend unanswered calls, live queries
 * rerun and jobs are retried: without this the same call would hang each new process. Calls by
 * other callers, or with other arguments, are not refused.
 *
 * Right before it kills the process, the watchdog thread appends the call to `held-calls.jsonl` in
 * the data folder, one JSON object per line. Without the file nothing is refused.
 */
export class Quarantine {
  readonly #file: string;
  #held: readonly HeldCall[];

  /** @param now epoch ms */
  constructor(file: string, now: number) {
    this.#file = file;
    const all = readLines(file);
    this.#held = all.filter((call) => isHeldAt(call, now));
    if (this.#held.length < all.length) this.#save();
  }

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /** @throws CallBlocked when this call, or too many of its function and caller, hung the thread */
  check(description: string, now: number): void {
    if (this.isEmpty) return;
    const { path, caller } = partsOf(description);
    const ofFunction = this.#held.filter((held) => held.path === path && isHeldAt(held, now));
    if (ofFunction.length === 0) return;
    const fingerprint = fingerprintOf(description);
    const ofCaller = ofFunction.filter((held) => held.caller === caller);
    const cause =
      ofFunction.find((held) => held.fingerprint === fingerprint) ??
      (ofCaller.length >= MAX_CALLS_OF_FUNCTION ? ofCaller[0] : undefined);
    if (cause) throw new CallBlocked(cause.time + REFUSED_FOR_MS);
  }

  /** Returns the blocked calls, oldest first. */
  list(now: number): BlockedCall[] {
    return this.#held
      .filter((call) => isHeldAt(call, now))
      .map((call) => ({
        id: idOf(call),
        path: call.path,
        caller: call.caller ?? null,
        since: call.time,
        until: call.time + REFUSED_FOR_MS,
      }));
  }

  /**
   * Lifts the block of a call, permanently.
   *
   * @param id from `list`; "all" for every call
   * @returns the number of lifted blocks
   */
  lift(id: string): number {
    const kept = id === "all" ? [] : this.#held.filter((call) => idOf(call) !== id);
    const lifted = this.#held.length - kept.length;
    this.#held = kept;
    if (lifted > 0) this.#save();
    return lifted;
  }

  #save(): void {
    if (this.#held.length === 0) return rmSync(this.#file, { force: true });
    const text = this.#held.map((call) => `${JSON.stringify(call)}\n`).join("");
    writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

const isHeldAt = ({ time }: HeldCall, now: number) => time > now - REFUSED_FOR_MS;

const idOf = ({ fingerprint }: HeldCall) => fingerprint.slice(0, 8);

/** Skips truncated lines: a power loss cut them short, and no other record depends on them. */
function readLines(file: string): HeldCall[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").flatMap((line) => {
    try {
      const call = JSON.parse(line) as HeldCall;
      const isWhole =
        typeof call.time === "number" &&
        typeof call.path === "string" &&
        typeof call.fingerprint === "string";
      return isWhole ? [call] : [];
    } catch {
      return [];
    }
  });
}
