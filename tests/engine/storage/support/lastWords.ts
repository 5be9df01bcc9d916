/**
 * Commits a note in the data folder argv[2], prints the result, and kills itself (-9) in the same
 * turn of the event loop, before the commit can be checkpointed from the log into the store.
 */
import { writeSync } from "node:fs";
import { Database } from "../../../../engine/commit/database";

const [path, note] = process.argv.slice(2);

const database = await Database.open({
  path: path!,
  clock: { now: () => Date.now() },
  onFatal: (error) => {
    throw error;
  },
});
const { ts } = await database.write((tx) => tx.insert("notes", { note: note! }));
writeSync(1, `${JSON.stringify({ ts: String(ts) })}\n`);
process.kill(process.pid, "SIGKILL");
