/** Opens the store in folder argv[2], as a start does. */
import { Store } from "../../../../engine/storage/store";

await Store.open(process.argv[2]!);
process.kill(process.pid, "SIGKILL");
