import { formatLogLine, type FunctionLogEntry, type Logger, type LogStream } from "../engine/logs";

/** Failures caused by the function itself; refusals and wrong arguments are the caller's fault. */
const FAULT = /^(Uncaught (?!ConvexError:)|ReturnsValidationError:|.*timed out)/;

/**
 * Writes the deployment's function runs to the server's log: faults as errors with their stacks,
 * warnings and errors printed by functions as warnings, and all other runs as info. The request id
 * is the one shown to the caller.
 */
export function logFunctions(logs: LogStream, log: Logger): void {
  logs.subscribe((entry) => {
    const run = { function: entry.identifier, requestId: entry.requestId };
    const printed = entry.logLines.filter(({ level }) => level === "WARN" || level === "ERROR");
    for (const line of printed) log.warn("function output", { ...run, text: formatLogLine(line) });
    const { error } = entry;
    if (error !== null && FAULT.test(error)) log.error("function failed", { ...run, error });
    else log.info("function", { ...run, ...outcomeOf(entry) });
  });
}

/** `refused`: first line of the refusal. */
function outcomeOf({ error, executionTime }: FunctionLogEntry) {
  const seconds = Number(executionTime.toFixed(3));
  return error === null ? { seconds } : { seconds, refused: error.split("\n")[0] ?? "" };
}
