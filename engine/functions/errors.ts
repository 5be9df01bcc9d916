import { findSourceMap } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { JSONValue } from "convex/values";
import { StorageWriteError } from "../storage/errors";
import type { FunctionError } from "./types";

/** A function call that failed through its own or its caller's doing; `message` is what to tell. */
export class FunctionFailure extends Error {
  override readonly name = "FunctionFailure";
  /**
   * A ConvexError's data; the `convex` package makes a ConvexError of a syscall that rejects so.
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
   * The text official clients expect; the id finds the run in the logs.
   * @param options.isRedacted leaves out what the id can find; a ConvexError is meant to be shown
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

/** Code and message of the refusals of a store that goes on, but saves nothing. */
const WRITE_REFUSALS = {
  full: ["DISK_FULL", "The disk of the server is full: nothing was saved."],
  damaged: ["DATA_DAMAGED", "The data of the server are damaged: nothing was saved."],
} as const;

/**
 * Returns a write that the store refused as a failure of the function that wrote; null for other
 * errors. The failure's data has the shape of an app's own refusals, so that whoever called reads
 * why, and clients go on: their next calls work once there is room.
 */
export function writeRefusal(error: unknown): FunctionFailure | null {
  if (!(error instanceof StorageWriteError) || error.failure === "failed") return null;
  const [code, message] = WRITE_REFUSALS[error.failure];
  return new FunctionFailure(message, JSON.stringify({ code, message }));
}

/** Waits for a write of an action. @throws FunctionFailure if the store refuses it */
export async function withWriteRefusal<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw writeRefusal(error) ?? error;
  }
}

/** The engine refused the call, and no function ran. The text is meant for every caller. */
export class CallRefused extends FunctionFailure {}

/** The client closed its connection before its call ran. */
export class ClientGone extends Error {}

/** The call held the server before, and is refused for a time. */
export class CallBlocked extends CallRefused {
  /** @param untilMs epoch ms */
  constructor(readonly untilMs: number) {
    const until = new Date(untilMs).toISOString();
    super(
      `This call kept the server busy until it had to restart, so it is refused until ${until} unless an administrator lifts the block.`,
    );
  }

  /** One sentence, which clients show as it is. */
  override forClient(): FunctionError {
    return { message: this.message, blockedUntilMs: this.untilMs };
  }
}

/**
 * The arguments are no Convex value, or one that is too large. The text says what is wrong with
 * them.
 */
export class MalformedArguments extends CallRefused {}

/**
 * The error that `invoke*` of the `convex` package throws for a ConvexError: `data` is already
 * serialized.
 */
type SerializedConvexError = Error & { data: string };

/**
 * Describes whatever a function threw as the real backend does: `Uncaught Error: text`, followed by
 * the stack within the project.
 * @param sourceRoot folder that source maps resolve the project's sources to
 */
export function toFailure(thrown: unknown, sourceRoot: string): FunctionFailure {
  if (thrown instanceof FunctionFailure) return thrown;
  if (!(thrown instanceof Error)) return new FunctionFailure(`Uncaught ${String(thrown)}`);
  const text = `Uncaught ${thrown.name}: ${thrown.message}`;
  // Refusals are frequent and expected: they are not worth a stack.
  if (isConvexError(thrown)) return new FunctionFailure(text, thrown.data);
  return new FunctionFailure([text, ...projectFrames(thrown, sourceRoot)].join("\n"));
}

function isConvexError(error: Error): error is SerializedConvexError {
  return Symbol.for("ConvexError") in error && "data" in error && typeof error.data === "string";
}

const FRAME = /^( {4}at .*?)(?:file:\/\/)?(\/[^():]+):(\d+):(\d+)(\)?)$/;

/** `    at handler (../convex/messages.ts:12:5)` of every frame in the project's own files. */
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
