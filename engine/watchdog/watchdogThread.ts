/** Numbers at the start of the shared memory, each an Int32. */
export const BEATS = 0;
/** Bytes of the text that describes the query or mutation on the thread; 0: none is. */
export const TRANSACTION_BYTES = 1;
/**
 * Bytes of the text that describes the call that waits, and was on the thread last; 0: none waits.
 * It is an action, or a query or mutation that waits for more than its database.
 */
export const WAITING_BYTES = 2;
/** The number of calls that wait. */
export const WAITING = 3;
export const HEADER_BYTES = 16;
/** Room for one text; there are two, of the query or mutation first. */
export const TEXT_BYTES = 64 * 1024;

export interface WatchdogThreadData {
  readonly shared: SharedArrayBuffer;
  readonly limitMs: number;
  readonly file: string;
  readonly logFd: number;
}

/**
 * The program of the thread. It is text, so that a bundle of one file has it too.
 *
 * It looks ten times a second whether the server's thread has beaten. When it has not, and the
 * process has used `limitMs` of processor time meanwhile, something holds the thread. (Ten times
 * the limit on the clock counts as well: a function may block without work. On a busy machine the
 * clock alone would accuse the innocent; a machine that slept moves neither.) If a function runs,
 * the thread writes who it is to the log and to the file of held calls, and kills the process,
 * which the commit log allows at any moment. If none does, the server itself is busy: that is
 * logged, and nobody is ended.
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
