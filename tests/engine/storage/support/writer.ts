/**
 * A process that opens the data folder argv[2] and commits pairs of documents, `argv[3]` bytes
 * each, as fast as it can; each acknowledged pair is a line on standard output.
 */
import { writeSync } from "node:fs";
import { Database } from "../../../../engine/commit/database";

const [path, bytes] = process.argv.slice(2);
const print = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

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
