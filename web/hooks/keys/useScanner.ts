import { useEffect, useEffectEvent } from "react";
import { retainKeyGate } from "@/lib/keys/keyGate";
import { addScanTaker, type LabelOf } from "@/lib/keys/scanTakers";

type ScannerOptions = {
  isFallback?: boolean;
  takesMany?: boolean;
  labelOf?: LabelOf | undefined;
};

/**
 * Takes the codes that a reader types while no other field has the focus, for as long as the caller
 * is on screen and nothing newer takes scans. Fields that a scan is for say so by `data-scans`
 * (`FieldKind` in `domain/keys/keyReader.ts`). No part of a scan reaches a shortcut, a button or a
 * link.
 *
 * @param isFallback older than every other: the shell's own, for screens that take no scans
 * @param takesMany one scan follows another: a camera stays open
 * @param labelOf several codes of one picture are wanted, each in a field of its own
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
