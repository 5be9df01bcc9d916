import { dirname } from "node:path";
import { COMMANDS } from "./commandNames";

/** Exit codes of every command (docs/cli.md). */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * A failure to report to the user: its cause, its place, and the remedy. Any other error is a bug
 * and keeps its stack.
 */
export class CliError extends Error {
  override readonly name = "CliError";

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.refused,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** @param error of the file system, raised when `file` was written */
export function cannotWrite(file: string, error: NodeJS.ErrnoException): CliError {
  if (error.code === "ENOENT") return noFolder(file);
  return new CliError(`${file} cannot be written: ${error.message}.`, EXIT.usage, { cause: error });
}

export function noFolder(file: string): CliError {
  return new CliError(
    `${file} cannot be written: there is no folder ${dirname(file)}.`,
    EXIT.usage,
  );
}

/** The server cannot be reached, or its answer is not Convex's. */
export class Unreachable extends CliError {
  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(
      `Cannot reach ${url}: ${reason}. Is the server running? Start it with "${COMMANDS.start}", or set SMS_URL.`,
      EXIT.unreachable,
      options,
    );
  }
}

/** The server temporarily accepts no more requests from this network. */
export class RateLimited extends CliError {
  constructor() {
    super("Too many requests from this network. Try again in a few seconds.");
  }
}

/** The server refused the call. `code` is a code of domain/common/errors.ts. */
export class Refused extends CliError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message, EXIT.refused);
  }
}
