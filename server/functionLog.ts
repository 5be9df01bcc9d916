import { formatLogLine, type FunctionLogEntry, type Logger, type LogStream } from "../engine/logs";

/** Failures that a function is to blame for; refusals and wrong arguments are the callers'. */
const FAULT = /^(Uncaught (?!ConvexError:)|ReturnsValidationError:|.*timed out)/;

/**
 * Writes the function runs of a deployment into the server's log: a fault as an error with its
 * stack, warnings and errors that a function printed as warnings, every run as information. The
 * request's id is the one that the caller was told.
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

/** `refused`: the first line of the refusal. */
function outcomeOf({ error, executionTime }: FunctionLogEntry) {
  const seconds = Number(executionTime.toFixed(3));
  return error === null ? { seconds } : { seconds, refused: error.split("\n")[0] ?? "" };
}
