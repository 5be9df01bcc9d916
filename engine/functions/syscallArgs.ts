import type { Execution } from "./execution";

/**
 * A syscall with its arguments parsed. They are not checked: the `convex` package inside the bundle
 * has made them, and a function can harm nobody but its own caller with others.
 */
export function withParsedArgs<Run extends Execution, Args, Result = string | Promise<string>>(
  handler: (run: Run, args: Args) => Result,
): (run: Run, argsJson: string) => Result {
  return (run, argsJson) => handler(run, JSON.parse(argsJson) as Args);
}
