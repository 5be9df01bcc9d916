import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { toast } from "sonner";
import { useScanner } from "@/hooks/keys/useScanner";
import { useOpenSheet } from "@/hooks/useSheet";
import { useSend } from "@/hooks/useWaiting";
import { signalScan } from "@/lib/feedback/signalScan";
import { withdraw } from "@/lib/connection/waitingSteps";
import { api } from "../../../convex/_generated/api";
import { scanUnknown } from "#domain/common/messages";
import { scannedValue } from "#domain/identifiers/identifierLookup";

/** Id of the single lookup that may wait for the network. */
const WAITING_ID = "find";

/**
 * Opens the sheet of the sample with a scanned number. If several samples have the number, opens
 * Open Samples with a search for it. Without a connection the latest scan waits for one, with a
 * message.
 */
export function useOpenScanned(): (text: string) => void {
  const convex = useConvex();
  const openSheet = useOpenSheet();
  const navigate = useNavigate();
  const send = useSend();
  const find = async (text: string) => {
    withdraw(WAITING_ID);
    const step = { id: WAITING_ID, label: `Find ${text}` };
    const outcome = await send(step, () => convex.query(api.baskets.resolve, { values: [text] }));
    if (outcome === null) return;
    const answer = outcome.ok ? outcome.value[0] : undefined;
    signalScan(answer?.outcome === "found" ? "success" : "failure");
    if (!outcome.ok) return void toast.error(outcome.message);
    if (answer?.outcome === "found") return openSheet(answer.sample._id);
    if (answer?.outcome === "ambiguous")
      return void navigate({ to: "/private", search: { q: text } });
    toast.info(scanUnknown(text));
  };
  return (text) => void find(scannedValue(text));
}

/** Opens scanned samples on screens that do not handle scans themselves. */
export function useFindScanned(): void {
  useScanner(useOpenScanned(), { isFallback: true });
}
