import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { CallRefused } from "../functions/errors";
import { fingerprintOf } from "./watchedCall";

const REFUSED_FOR_MS = 60 * 60_000;
/** Different calls of one function that held the thread, until no call of it is let through. */
const MAX_CALLS_OF_FUNCTION = 3;

/** A call that held the thread until the watchdog ended the process: a line of the file. */
interface HeldCall {
  /** Epoch ms. */
  readonly time: number;
  readonly path: string;
  readonly fingerprint: string;
}

/**
 * Refuses calls that held the server's thread before. Clients resend what was not answered, live
 * queries run again and jobs are tried again: without this the same call would end each new
 * process.
 *
 * The watchdog's thread appends to `held-calls.jsonl` in the data folder, one JSON object a line.
 * Without the file nothing is refused, so removing it lets every call through at the next start.
 */
export class Quarantine {
  readonly #held: readonly HeldCall[];

  /** @param now epoch ms */
  constructor(file: string, now: number) {
    const all = readLines(file);
    this.#held = all.filter(({ time }) => time > now - REFUSED_FOR_MS);
    if (this.#held.length === all.length) return;
    if (this.#held.length === 0) rmSync(file);
    else writeFileSync(file, this.#held.map((call) => `${JSON.stringify(call)}\n`).join(""));
  }

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /** @throws CallRefused when this call, or too many of its function, held the thread */
  check(path: string, description: string, now: number): void {
    const ofFunction = this.#held.filter(
      (held) => held.path === path && held.time > now - REFUSED_FOR_MS,
    );
    if (ofFunction.length === 0) return;
    const fingerprint = fingerprintOf(description);
    const same = ofFunction.filter((held) => held.fingerprint === fingerprint);
    const [cause] = ofFunction.length >= MAX_CALLS_OF_FUNCTION ? ofFunction : same;
    if (!cause) return;
    const until = new Date(cause.time + REFUSED_FOR_MS).toISOString();
    throw new CallRefused(
      `This call kept the server busy until the server had to restart. It is refused until ${until}.`,
    );
  }
}

/** Lines that were cut short are left out: the power failed, and nothing else rests on them. */
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
      return typeof call.time === "number" && typeof call.path === "string" ? [call] : [];
    } catch {
      return [];
    }
  });
}
