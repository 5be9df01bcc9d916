/**
 * Upgrades the data folder argv[2] from version one to two, and kills itself (-9) at argv[3]: the
 * number of a call of the upgrade, or a line of the log.
 */
import { openVersion, SPLIT } from "./support/versions";

const [dataDir = "", point = ""] = process.argv.slice(2);
let calls = 0;
const killAt = (place: string) => {
  if (place !== point) return;
  process.kill(process.pid, "SIGKILL");
  for (;;);
};
await openVersion("two", dataDir, {
  log: { info: killAt, warn: killAt, error: killAt },
  upgrades: {
    people: (person) => {
      killAt(String(++calls));
      return SPLIT["people"]!(person);
    },
  },
});
