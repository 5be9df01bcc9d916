import type { JSONValue } from "convex/values";
import { jsonLogger } from "../engine/jsonLogger";
import type { Logger } from "../engine/logs";

/**
 * The server's log: JSON lines on stderr, only warnings and errors by default, to keep the terminal
 * quiet. SMS_LOG=info writes every line.
 */
export function serverLogger(
  env: NodeJS.ProcessEnv,
  stream: Parameters<typeof jsonLogger>[0] = process.stderr,
): Logger {
  const logger = jsonLogger(stream);
  const write =
    (level: keyof Logger): Logger["info"] =>
    (message, fields = {}) =>
      logger[level](message, withoutPersonalData(fields));
  const isQuiet = env["SMS_LOG"] !== "info";
  return { info: isQuiet ? () => {} : write("info"), warn: write("warn"), error: write("error") };
}

/** E-mail addresses, phone numbers, IMEIs. */
const PERSONAL = /[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+|\+\d[\d ]{6,}\d|\b\d{14,16}\b/g;

/**
 * Replaces personal data in texts. The log's own lines have none, but the text of an error may
 * quote data: a library's, another server's, that of a bug.
 */
function withoutPersonalData(fields: Record<string, JSONValue>): Record<string, JSONValue> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replace(PERSONAL, "…") : value,
    ]),
  );
}

/** Lines for the developer at the terminal. */
export const terminalLogger: Logger = {
  info: (message) => void process.stderr.write(`  ${message}\n`),
  warn: (message) => void process.stderr.write(`  ${message}\n`),
  error: (message, { error = "" } = {}) =>
    void process.stderr.write(`\n  ${message}\n${typeof error === "string" ? error : ""}\n`),
};
