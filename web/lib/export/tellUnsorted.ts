import { toast } from "sonner";
import { MAX_SORTED } from "./rowsOfServer";

/** Says why a file of records is in another order than the screen: `onUnsorted` of an export. */
export function tellUnsorted(): void {
  const count = MAX_SORTED.toLocaleString("en-US");
  toast.info(`More than ${count} records match: the file has them newest first`);
}
