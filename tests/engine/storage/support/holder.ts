/**
 * Takes the lock of the data folder argv[2], prints the outcome as one line of JSON, and holds the
 * folder until it is killed or its standard input ends. With a third argument it then keeps its
 * thread busy, as a server does that runs a long function.
 */
import { writeSync } from "node:fs";
import { lockFolder } from "../../../../engine/storage/lock";

const [path = "", behaviour] = process.argv.slice(2);
const print = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

try {
  await lockFolder(path);
  print({ held: process.pid });
  if (behaviour === "busy") for (;;);
  process.stdin.resume();
} catch (error) {
  print({ failed: (error as Error).name, message: (error as Error).message });
}
