import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { toast } from "sonner";
import { useScanner } from "@/hooks/useScanner";
import { useOpenSheet } from "@/hooks/useSheet";
import { attempt } from "@/lib/attempt";
import { api } from "../../../convex/_generated/api";
import { scanUnknown } from "../../../domain/messages";

/**
 * On screens that take no scans of their own, a scan opens the sheet of the sample it means. A
 * number that several samples bear leads to Open Samples, searched for it.
 */
export function useFindScanned(): void {
  const convex = useConvex();
  const openSheet = useOpenSheet();
  const navigate = useNavigate();
  const find = async (text: string) => {
    const outcome = await attempt(convex.query(api.baskets.resolve, { values: [text] }));
    if (!outcome.ok) return void toast.error(outcome.message);
    const [answer] = outcome.value;
    if (answer?.outcome === "found") return openSheet(answer.sample._id);
    if (answer?.outcome === "ambiguous")
      return void navigate({ to: "/private", search: { q: text } });
    toast.info(scanUnknown(text));
  };
  useScanner((text) => void find(text), { isFallback: true });
}
