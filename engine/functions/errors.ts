import type { JSONValue } from "convex/values";
import type { FunctionError } from "./types";

/** A function call that failed through its own or its caller's doing; `message` is what to tell. */
export class FunctionFailure extends Error {
  override readonly name = "FunctionFailure";
  /** A ConvexError's data; the `convex` package makes a ConvexError of a syscall that rejects so. */
  declare readonly data?: JSONValue;

  constructor(
    message: string,
    readonly dataJson?: string,
  ) {
    super(message);
    if (dataJson !== undefined) this.data = JSON.parse(dataJson) as JSONValue;
  }

  /** The text official clients expect: the id finds the run in the logs. */
  forClient(requestId: string): FunctionError {
    const message = `[Request ID: ${requestId}] Server Error\n${this.message}`;
    return this.dataJson === undefined ? { message } : { message, dataJson: this.dataJson };
  }
}

/** What the `convex` package's `invoke*` throws for a ConvexError: `data` already serialized. */
type SerializedConvexError = Error & { data: string };

/**
 * Describes whatever a function threw as the real backend does: `Uncaught Error: text`, followed by
 * the stack within the project.
 * @param sourceRoot folder that source maps resolve the project's sources to
 */
export function asFailure(thrown: unknown, sourceRoot: string): FunctionFailure {
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

function projectFrames(error: Error, sourceRoot: string): string[] {
  const frames = error.stack?.split("\n").filter((line) => line.startsWith("    at ")) ?? [];
  return frames
    .filter((frame) => frame.includes(sourceRoot))
    .map((frame) => frame.replace(/(file:\/\/)?/, "").replace(`${sourceRoot}/`, "../"));
}
