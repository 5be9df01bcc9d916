import { useConvex } from "convex/react";
import { useRef } from "react";
import type { LiveTable } from "@/components/data-table/liveTable";
import { useIsMounted } from "@/hooks/useIsMounted";
import { useScanner } from "@/hooks/keys/useScanner";
import { useOpenSheet } from "@/hooks/useSheet";
import { attempt } from "@/lib/connection/attempt";
import { signalScan } from "@/lib/feedback/signalScan";
import { api } from "../../../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import { scopesToShow, type ListName } from "#domain/samples/lists";
import { sampleIdOfAddress } from "#domain/identifiers/sampleAddress";
import { scannedValue } from "#domain/identifiers/identifierLookup";
import type { Role } from "#domain/custody/workflow";
import type { ListState } from "./listSearch";

type ScanToRowOptions = {
  list: ListName;
  role: Role;
  state: ListState;
  onStateChange: (state: ListState) => void;
  table: Pick<LiveTable<SampleRow>, "cursor" | "discardTyped">;
};

/**
 * Makes a scan search the whole list, ignoring its filters. If exactly one sample has the number,
 * the cursor moves to it and its sheet opens; for several or none, the list shows the result. A
 * label's QR code opens its sample, in the list or not.
 */
export function useScanToRow(options: ScanToRowOptions): void {
  const { list, role, state, onStateChange, table } = options;
  const convex = useConvex();
  const openSheet = useOpenSheet();
  const latest = useRef("");
  const isMounted = useIsMounted();
  const find = async (scanned: string) => {
    const text = scannedValue(scanned);
    const labelled = sampleIdOfAddress(text);
    if (labelled !== null) {
      openSheet(labelled); // the sheet reports a missing sample itself
      const sample = await attempt(convex.query(api.samples.get, { sampleId: labelled }));
      return signalScan(sample.ok && sample.value !== null ? "success" : "failure");
    }
    latest.current = text;
    table.discardTyped();
    onStateChange({ ...state, q: text, filter: undefined, scope: undefined });
    const args = { list, scopes: scopesToShow(role, list), text };
    const outcome = await attempt(convex.query(api.samples.identified, args));
    // The list reports the failure: it queries the same server.
    if (!outcome.ok) signalScan("failure");
    if (!outcome.ok || latest.current !== text || !isMounted()) return;
    const [found, other] = outcome.value;
    const isOne = found !== undefined && other === undefined;
    signalScan(isOne ? "success" : "failure");
    if (!isOne) return;
    table.cursor.set(found._id);
    openSheet(found._id);
  };
  useScanner((scanned) => void find(scanned));
}
