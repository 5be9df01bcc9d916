import type { DirectSyscalls, Execution } from "./execution";

/**
 * Wraps a syscall handler with argument parsing. The arguments are not checked: the `convex`
 * package in the bundle creates them, and a function that forges them can only harm its own caller.
 */
export function withParsedArgs<Run extends Execution, Args, Result = string | Promise<string>>(
  handler: (run: Run, args: Args) => Result,
): (run: Run, argsJson: string) => Result {
  return (run, argsJson) => handler(run, JSON.parse(argsJson) as Args);
}

/** The same operations for callers that pass and receive JSON text. */
export function textSyscalls(direct: DirectSyscalls) {
  return Object.fromEntries(
    Object.entries(direct).map(([op, handler]) => [
      op,
      (run: never, argsJson: string) => JSON.stringify(handler(run, JSON.parse(argsJson) as never)),
    ]),
  );
}
