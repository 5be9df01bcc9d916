import { toast } from "sonner";
import { signalScan } from "@/lib/feedback/signalScan";
import { ENTER_IGNORED, SCAN_AGAIN, stepKeyTooSoon } from "#domain/common/messages";

/** One toast at a time, of the latest keys. */
const ID = "keys";

export function sayScanAgain(): void {
  signalScan("failure");
  toast.warning(SCAN_AGAIN.title, { id: ID, description: SCAN_AGAIN.description });
}

export function sayTooSoon(key: string): void {
  toast.info(stepKeyTooSoon(key), { id: ID });
}

export function sayEnterIgnored(): void {
  toast.info(ENTER_IGNORED, { id: ID });
}

/** A whole code has come: what was said of the keys before is no longer true. */
export function dismissKeyToast(): void {
  toast.dismiss(ID);
}
