import { toast } from "sonner";
import { MAX_SORTED } from "./rowsOfServer";

/** Shows why a file's order differs from the screen's: `onUnsorted` of an export. */
export function tellUnsorted(): void {
  const count = MAX_SORTED.toLocaleString("en-US");
  toast.info(`More than ${count} records match: the file has them newest first`);
}
