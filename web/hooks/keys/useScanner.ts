import { useEffect, useEffectEvent } from "react";
import { retainKeyGate } from "@/lib/keys/keyGate";
import { addScanTaker, type LabelOf } from "@/lib/keys/scanTakers";

type ScannerOptions = {
  isFallback?: boolean;
  takesMany?: boolean;
  labelOf?: LabelOf | undefined;
};

/**
 * Receives the codes that a barcode reader types while no other field has the focus, as long as the
 * caller is mounted and no newer listener is. A field that takes scans itself declares it by
 * `data-scans` (`FieldKind` in `domain/keys/run.ts`). No key of a scan reaches a shortcut, a
 * button or a link.
 *
 * @param isFallback ranks below every other listener: the shell's, for screens that take no scans
 * @param takesMany scans follow one another: a camera stays open
 * @param labelOf names each field when several codes of one picture are wanted
 */
export function useScanner(onScan: (text: string) => void, options: ScannerOptions = {}): void {
  const { isFallback = false, takesMany = false, labelOf } = options;
  const take = useEffectEvent(onScan);
  const label = useEffectEvent((text: string) => labelOf?.(text) ?? "");
  const isLabelled = labelOf !== undefined;
  useEffect(() => {
    const taker = {
      take: (text: string) => take(text),
      takesMany,
      labelOf: isLabelled ? (text: string) => label(text) : null,
    };
    const remove = addScanTaker(taker, isFallback);
    const release = retainKeyGate();
    return () => {
      remove();
      release();
    };
  }, [isFallback, takesMany, isLabelled]);
}
