/**
 * Opens the data folder argv[2] and commits pairs of documents, `argv[3]` bytes each, as fast as it
 * can; prints each acknowledged pair as a line.
 */
import { writeSync } from "node:fs";
import { Database } from "../../../../engine/commit/database";

const [path, bytes] = process.argv.slice(2);
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Writes the line before it returns, even while the pipe is full because the reader is behind. */
function print(line: object): void {
  let rest = Buffer.from(`${JSON.stringify(line)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(sleeper, 0, 0, 1);
    }
  }
}

try {
  const database = await Database.open({
    path: path!,
    clock: { now: () => Date.now() },
    onFatal: (error) => {
      print({ fatal: error.message });
      process.exit(1);
    },
  });
  print({ opened: process.pid });
  const text = "x".repeat(Number(bytes));
  const writer = async (name: string) => {
    for (let i = 0; ; i++) {
      const pair = `${name}-${process.pid}-${i}`;
      await database.write((tx) => {
        tx.insert("pairs", { pair, half: 1, text });
        tx.insert("pairs", { pair, half: 2, text });
      });
      print({ acknowledged: pair });
    }
  };
  await Promise.all(["a", "b", "c", "d"].map(writer));
  await database.close();
} catch (error) {
  print({ failed: (error as Error).name, message: (error as Error).message });
}
