/**
 * Opens the store in folder argv[2], as a start does, and kills itself (-9) when the start asks for
 * the free space of the disk for the argv[3]th time.
 */
import { Store } from "../../../../engine/storage/store";

const [path = "", times = ""] = process.argv.slice(2);
let asked = 0;
await Store.open(path, () => {
  if (++asked === Number(times)) {
    process.kill(process.pid, "SIGKILL");
    for (;;);
  }
  return Infinity;
});
