/** Int32 indexes in the header of the shared memory. */
export const BEATS = 0;
/** Byte length of the text that describes the query or mutation on the thread; 0: none. */
export const TRANSACTION_BYTES = 1;
/**
 * Byte length of the text that describes the waiting call that was on the thread last; 0: none.
 * Such a call is an action, or a query or mutation that waits for more than its database.
 */
export const WAITING_BYTES = 2;
/** Number of waiting calls. */
export const WAITING = 3;
export const HEADER_BYTES = 16;
/** Size of one text. There are two, first the query's or mutation's. */
export const TEXT_BYTES = 64 * 1024;

export interface WatchdogThreadData {
  readonly shared: SharedArrayBuffer;
  readonly limitMs: number;
  readonly file: string;
  readonly logFd: number;
}

/**
 * Source of the thread's program; kept as text so that a single-file bundle includes it.
 *
 * Ten times a second it checks the server thread's heartbeat. The thread is hung when there was no
 * heartbeat while the process used `limitMs` of CPU time. (Ten times the limit of wall-clock time
 * counts as well, because a function may block without working. The wall clock alone would accuse
 * innocent functions on a busy machine; sleep of the machine advances neither measure.) If a
 * function is running, this thread writes it to the log and to the file of held calls, and kills
 * the process, which the commit log tolerates at any moment. If none is running, the server itself
 * is busy: that is only logged.
 */
export const PROGRAM = `
  const { createHash } = require("node:crypto");
  const { closeSync, fsyncSync, openSync, writeSync } = require("node:fs");
  const { workerData } = require("node:worker_threads");
  const { shared, limitMs, file, logFd } = workerData;
  const header = new Int32Array(shared, 0, ${HEADER_BYTES / 4});
  const TICK_MS = 100;
  let beats = -1;
  let ticks = 0;
  let cpu;

  setInterval(() => {
    const newest = Atomics.load(header, ${BEATS});
    if (newest !== beats) {
      beats = newest;
      ticks = 0;
      cpu = process.cpuUsage();
      return;
    }
    ticks += 1;
    const used = process.cpuUsage(cpu);
    const isHeld = (used.user + used.system) / 1000 >= limitMs || ticks * TICK_MS >= 10 * limitMs;
    if (!isHeld) return;
    const description = textOf(${TRANSACTION_BYTES}, 0) ?? textOf(${WAITING_BYTES}, ${TEXT_BYTES});
    if (description === null) {
      log("warn", "the server's thread is held, and by no function", { seconds: seconds() });
      ticks = 0;
      cpu = process.cpuUsage();
      return;
    }
    end(description);
  }, TICK_MS);

  const seconds = () => Math.round((ticks * TICK_MS) / 100) / 10;

  function textOf(lengthAt, textAt) {
    const length = Atomics.load(header, lengthAt);
    return length === 0 ? null : Buffer.from(shared, ${HEADER_BYTES} + textAt, length).toString();
  }

  function end(text) {
    const requestId = text.slice(0, text.indexOf("\\0"));
    const description = text.slice(requestId.length + 1);
    const [path, caller, argsChars] = description.split("\\0", 3);
    const fingerprint = createHash("sha256").update(description).digest("hex");
    log("error", "a function held the server's thread: the process is ended", {
      function: path,
      caller,
      requestId,
      argumentChars: Number(argsChars),
      callsWaiting: Atomics.load(header, ${WAITING}),
      seconds: seconds(),
    });
    try {
      const fd = openSync(file, "a", 0o600);
      writeSync(fd, JSON.stringify({ time: Date.now(), path, caller, fingerprint }) + "\\n");
      fsyncSync(fd);
      closeSync(fd);
    } finally {
      process.kill(process.pid, "SIGKILL");
    }
  }

  function log(level, message, fields) {
    const line = { time: new Date().toISOString(), level, message, ...fields };
    try {
      writeSync(logFd, JSON.stringify(line) + "\\n");
    } catch {
      // Nobody reads the log.
    }
  }`;
