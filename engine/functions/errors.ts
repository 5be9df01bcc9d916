import { findSourceMap } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { JSONValue } from "convex/values";
import { StorageWriteError } from "../storage/errors";
import type { FunctionError } from "./types";

/**
 * A function call that failed because of the function or its caller; `message` is shown to the
 * caller.
 */
export class FunctionFailure extends Error {
  override readonly name = "FunctionFailure";
  /**
   * A ConvexError's data. The `convex` package turns a syscall rejection with `data` into a
   * ConvexError.
   */
  declare readonly data?: JSONValue;

  constructor(
    message: string,
    readonly dataJson?: string,
  ) {
    super(message);
    if (dataJson !== undefined) this.data = JSON.parse(dataJson) as JSONValue;
  }

  /**
   * Returns the error in the form that official clients expect; the request id finds the run in the
   * logs.
   *
   * @param options.isRedacted omits the text, which the id can find; a ConvexError is always shown
   */
  forClient(requestId: string, { isRedacted }: { isRedacted: boolean }): FunctionError {
    const hidesText = isRedacted && this.dataJson === undefined && !(this instanceof CallRefused);
    const message = `[Request ID: ${requestId}] Server Error${hidesText ? "" : `\n${this.message}`}`;
    return {
      message,
      ...(this.dataJson !== undefined && { dataJson: this.dataJson }),
      ...(this instanceof MalformedArguments && { isBadRequest: true as const }),
    };
  }
}

/** Codes and messages for a store that continues to serve reads but refuses writes. */
const WRITE_REFUSALS = {
  full: ["DISK_FULL", "The disk of the server is full: nothing was saved."],
  damaged: ["DATA_DAMAGED", "The data of the server are damaged: nothing was saved."],
} as const;

/**
 * Converts a store's refusal to write into a failure of the function; null for other errors. The
 * failure's data has the shape of an app's own errors, so that the caller sees the reason and
 * clients keep running: their next calls succeed once there is room.
 */
export function writeRefusal(error: unknown): FunctionFailure | null {
  if (!(error instanceof StorageWriteError) || error.failure === "failed") return null;
  const [code, message] = WRITE_REFUSALS[error.failure];
  return new FunctionFailure(message, JSON.stringify({ code, message }));
}

/** Waits for a write made by an action. @throws FunctionFailure if the store refuses it */
export async function withWriteRefusal<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw writeRefusal(error) ?? error;
  }
}

/** The engine refused the call without running a function. Every caller may see the text. */
class CallRefused extends FunctionFailure {}

/** The client closed its connection before its call ran. */
export class ClientGone extends Error {}

/** The call hung the server earlier, and is refused for a time. */
export class CallBlocked extends CallRefused {
  /** @param untilMs epoch ms */
  constructor(readonly untilMs: number) {
    const until = new Date(untilMs).toISOString();
    super(
      `This call kept the server busy until it had to restart, so it is refused until ${until} unless an administrator lifts the block.`,
    );
  }

  /** Returns a single sentence, which clients show unchanged. */
  override forClient(): FunctionError {
    return { message: this.message, blockedUntilMs: this.untilMs };
  }
}

/** The arguments are not a Convex value, or too large; the message describes the problem. */
export class MalformedArguments extends CallRefused {}

/**
 * The error that `invoke*` of the `convex` package throws for a ConvexError; `data` is already
 * serialized.
 */
type SerializedConvexError = Error & { data: string };

/**
 * Describes a value that a function threw as the real backend does: `Uncaught Error: text`,
 * followed by the stack frames within the project.
 *
 * @param sourceRoot folder to which source maps resolve the project's sources
 */
export function toFailure(thrown: unknown, sourceRoot: string): FunctionFailure {
  if (thrown instanceof FunctionFailure) return thrown;
  if (!(thrown instanceof Error)) return new FunctionFailure(`Uncaught ${String(thrown)}`);
  const text = `Uncaught ${thrown.name}: ${thrown.message}`;
  // Errors that the app throws on purpose are frequent and need no stack.
  if (isConvexError(thrown)) return new FunctionFailure(text, thrown.data);
  return new FunctionFailure([text, ...projectFrames(thrown, sourceRoot)].join("\n"));
}

function isConvexError(error: Error): error is SerializedConvexError {
  return Symbol.for("ConvexError") in error && "data" in error && typeof error.data === "string";
}

const FRAME = /^( {4}at .*?)(?:file:\/\/)?(\/[^():]+):(\d+):(\d+)(\)?)$/;

/**
 * Returns `    at handler (../convex/messages.ts:12:5)` for each frame in the project's own files.
 */
function projectFrames(error: Error, sourceRoot: string): string[] {
  const frames: string[] = [];
  for (const line of error.stack?.split("\n") ?? []) {
    const [, before = "", file = "", row = "", column = "", after = ""] = FRAME.exec(line) ?? [];
    const map = file.startsWith(sourceRoot) ? findSourceMap(file) : undefined;
    // Stacks count from 1, source maps from 0.
    const entry = map?.findEntry(Number(row) - 1, Number(column) - 1);
    if (!entry || !("originalSource" in entry)) continue;
    const source = relative(join(sourceRoot, "bundle"), fileURLToPath(entry.originalSource));
    if (source.includes("node_modules")) continue;
    const place = `${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    frames.push(`${before}${source}:${place}${after}`);
  }
  return frames;
}
