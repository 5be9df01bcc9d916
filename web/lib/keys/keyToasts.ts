import { toast } from "sonner";
import { signalScan } from "@/lib/feedback/signalScan";
import { ENTER_IGNORED, SCAN_AGAIN, stepKeyTooSoon } from "#domain/common/messages";

/** Shared id, so that only the toast about the latest keys is shown. */
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

/** A complete code has arrived, so the message about earlier keys is obsolete. */
export function dismissKeyToast(): void {
  toast.dismiss(ID);
}
