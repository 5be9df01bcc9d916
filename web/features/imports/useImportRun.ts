import { useEffect, useState } from "react";
import type { ImportRun } from "./importRun";
import { useRunState } from "./useRunState";

/**
 * The run of an import's steps: none before the check, and after an answer has changed. A run that
 * nobody sees any more, because its steps or its screen have gone, sends nothing further.
 *
 * @param onSending told when an upload begins and when it ends; the same function each time
 */
export function useImportRun(onSending: (isSending: boolean) => void) {
  const [run, setRun] = useState<ImportRun | null>(null);
  useEffect(() => () => run?.cancel(), [run]);
  const phase = useRunState(run)?.phase;
  const isSending = phase === "sending";
  useEffect(() => {
    onSending(isSending);
    return () => onSending(false);
  }, [isSending, onSending]);
  return {
    run,
    isSending,
    /** True while the answers that the run was made of can no longer change. */
    isFixed: phase !== undefined && phase !== "unchecked" && phase !== "checked",
    check: (next: ImportRun) => {
      setRun(next);
      void next.check();
    },
    reset: () => setRun(null),
  };
}
