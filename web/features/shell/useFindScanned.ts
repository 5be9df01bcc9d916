import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { toast } from "sonner";
import { useScanner } from "@/hooks/useScanner";
import { useOpenSheet } from "@/hooks/useSheet";
import { attempt } from "@/lib/attempt";
import { signalScan } from "@/lib/feedback/signalScan";
import { api } from "../../../convex/_generated/api";
import { scanUnknown } from "../../../domain/messages";

/**
 * Opens the sheet of the sample that a scanned text means. A number that several samples bear leads
 * to Open Samples, searched for it.
 */
export function useOpenScanned(): (text: string) => void {
  const convex = useConvex();
  const openSheet = useOpenSheet();
  const navigate = useNavigate();
  const find = async (text: string) => {
    const outcome = await attempt(convex.query(api.baskets.resolve, { values: [text] }));
    const answer = outcome.ok ? outcome.value[0] : undefined;
    signalScan(answer?.outcome === "found" ? "success" : "failure");
    if (!outcome.ok) return void toast.error(outcome.message);
    if (answer?.outcome === "found") return openSheet(answer.sample._id);
    if (answer?.outcome === "ambiguous")
      return void navigate({ to: "/private", search: { q: text } });
    toast.info(scanUnknown(text));
  };
  return (text) => void find(text);
}

/** Opens what is scanned on screens that take no scans of their own. */
export function useFindScanned(): void {
  useScanner(useOpenScanned(), { isFallback: true });
}
