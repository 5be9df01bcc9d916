import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { ImportRun, RunState } from "./importRun";

/**
 * The run behind an import's steps: null before the check, and after an answer has changed. A run
 * whose steps or screen were unmounted sends nothing more.
 *
 * @param onSending called when an upload begins and ends; must be the same function at every render
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
    /** True once the answers from which the run was made can no longer change. */
    isFixed: phase === "sending" || phase === "stopped" || phase === "finished",
    check: (next: ImportRun) => {
      setRun(next);
      void next.check();
    },
    reset: () => setRun(null),
  };
}

/** Checks the rows as soon as nothing has to be answered before, and again after a change. */
export function useCheckWhenReady(isReady: boolean, run: ImportRun | null, check: () => void) {
  const start = useEffectEvent(check);
  const isWaiting = isReady && run === null;
  useEffect(() => {
    if (isWaiting) start();
  }, [isWaiting]);
}

const NEVER = () => () => undefined;
const NOTHING = () => null;

/** The state of a run, live; null without a run. */
export function useRunState(run: ImportRun): RunState;
export function useRunState(run: ImportRun | null): RunState | null;
export function useRunState(run: ImportRun | null): RunState | null {
  return useSyncExternalStore<RunState | null>(run?.subscribe ?? NEVER, run?.state ?? NOTHING);
}
