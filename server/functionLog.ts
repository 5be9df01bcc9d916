import type { Deployment } from "../engine/deployment";
import { formatLogLine, type FunctionLogEntry, type Logger, type LogStream } from "../engine/logs";

/** Failures caused by the function itself; refusals and wrong arguments are the caller's fault. */
const FAULT = /^(Uncaught (?!ConvexError:)|ReturnsValidationError:|.*timed out)/;

/**
 * Writes the deployment's function runs to the server's log: faults as errors with their stacks,
 * warnings and errors printed by functions as warnings, and all other runs as info. The request id
 * is the one shown to the caller. Texts that a caller chose, and values of documents, are left out:
 * they may be personal data.
 */
export function logFunctions(
  logs: LogStream,
  functions: Pick<Deployment["functions"], "has">,
  log: Logger,
): void {
  logs.subscribe((entry) => {
    const { udfType, identifier, requestId, error } = entry;
    const isKnown = udfType === "HttpAction" || functions.has(identifier);
    const run = { function: isKnown ? identifier : "unknown", requestId };
    const printed = entry.logLines.filter(({ level }) => level === "WARN" || level === "ERROR");
    for (const line of printed) log.warn("function output", { ...run, text: formatLogLine(line) });
    if (error !== null && FAULT.test(error)) {
      log.error("function failed", { ...run, error: withoutValues(error) });
    } else {
      log.info("function", { ...run, ...outcomeOf(entry) });
    }
  });
}

/** Removes the lines of a validator's error that quote the value. */
const withoutValues = (error: string) => error.replace(/^(Value|Object): .*\n?/gm, "");

function outcomeOf({ error, executionTime }: FunctionLogEntry) {
  const seconds = Number(executionTime.toFixed(3));
  return error === null ? { seconds } : { seconds, refused: kindOf(error) };
}

/** Returns an app error's code, such as `NOT_YOURS`; else the error's name. */
function kindOf(error: string): string {
  const code = /^Uncaught ConvexError: .*?"code":"([A-Z_\d]+)"/.exec(error)?.[1];
  return code ?? /^(?:Uncaught )?(\w+Error):/.exec(error)?.[1] ?? "CallRefused";
}
