import { dirname } from "node:path";

/** Exit codes of every command (docs/cli.md). */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * A failure reported to the person at the terminal: its cause, its place, and the remedy. Any other
 * error is a bug and keeps its stack.
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

/** @param error of the file system, met when `file` was to be written */
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

/** The server cannot be reached, or answers with something that is not Convex. */
export class Unreachable extends CliError {
  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(
      `Cannot reach ${url}: ${reason}. Is the server running? Start it with "npm start", or set SMS_URL.`,
      EXIT.unreachable,
      options,
    );
  }
}

/** The server takes no more requests from this network for now. */
export class RateLimited extends CliError {
  constructor() {
    super("Too many requests from this network. Try again in a few seconds.");
  }
}

/** The server refused. `code` is the refusal's code in domain/common/errors.ts. */
export class Refused extends CliError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message, EXIT.refused);
  }
}
