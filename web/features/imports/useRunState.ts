import { useSyncExternalStore } from "react";
import type { ImportRun, RunState } from "./importRun";

const NEVER = () => () => undefined;
const NOTHING = () => null;

/** The state of a run, live; null without a run. */
export function useRunState(run: ImportRun): RunState;
export function useRunState(run: ImportRun | null): RunState | null;
export function useRunState(run: ImportRun | null): RunState | null {
  return useSyncExternalStore<RunState | null>(run?.subscribe ?? NEVER, run?.state ?? NOTHING);
}
