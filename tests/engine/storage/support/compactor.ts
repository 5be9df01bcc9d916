/** Compacts the data folder argv[2], as `engine compact` does. */
import { compactFolder } from "../../../../engine/compact";

await compactFolder(process.argv[2]!);
