import { jsonLogger } from "../engine/jsonLogger";
import type { Logger } from "../engine/logs";

/**
 * The server's log: JSON lines on stderr, only warnings and errors by default, to keep the terminal
 * quiet. SMS_LOG=info writes every line.
 */
export function serverLogger(env: NodeJS.ProcessEnv): Logger {
  const logger = jsonLogger(process.stderr);
  return env["SMS_LOG"] === "info" ? logger : { ...logger, info: () => {} };
}

/** Lines for the developer at the terminal. */
export const terminalLogger: Logger = {
  info: (message) => void process.stderr.write(`  ${message}\n`),
  warn: (message) => void process.stderr.write(`  ${message}\n`),
  error: (message, { error = "" } = {}) =>
    void process.stderr.write(`\n  ${message}\n${typeof error === "string" ? error : ""}\n`),
};
