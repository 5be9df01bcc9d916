import type { Logger } from "./logs";

/**
 * A Logger that writes one JSON object per line:
 * `{"time":"…","level":"info","message":"listening","port":3210}`.
 */
export function jsonLogger(output: { write(line: string): unknown }): Logger {
  const write =
    (level: string): Logger["info"] =>
    (message, fields) => {
      const line = { time: new Date().toISOString(), level, message, ...fields };
      output.write(`${JSON.stringify(line)}\n`);
    };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}
