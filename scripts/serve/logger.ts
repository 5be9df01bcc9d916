import type { Logger } from "../../engine/logs";

const LEVELS = ["info", "warn", "error"] as const;

/**
 * The server's log: JSON lines on stderr. From `warn` on, so that the terminal stays calm;
 * SMS_LOG=info writes every line.
 */
export function serverLogger(env: NodeJS.ProcessEnv): Logger {
  const least = env["SMS_LOG"] === "info" ? 0 : 1;
  const write =
    (level: (typeof LEVELS)[number]): Logger["info"] =>
    (message, fields = {}) => {
      if (LEVELS.indexOf(level) < least) return;
      const line = { time: new Date().toISOString(), level, message, ...fields };
      process.stderr.write(`${JSON.stringify(line)}\n`);
    };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}
