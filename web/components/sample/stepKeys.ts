import type { HandOverStep } from "../../../domain/workflow";

type StepKey = { key: string; label: string; steps: readonly [HandOverStep, ...HandOverStep[]] };

/**
 * The keys that take a step on the row under the cursor. `r` means whichever acknowledgement the
 * sample's status allows.
 */
export const STEP_KEYS: readonly StepKey[] = [
  { key: "t", label: "Transfer", steps: ["transfer"] },
  {
    key: "r",
    label: "Receive",
    steps: ["acknowledgeTransfer", "acknowledgeReturn", "acknowledgeLost"],
  },
];
