import type { HandOverStep } from "../../../domain/workflow";

type StepKey = {
  key: string;
  label: string;
  /** The key's effect, for the list of keys. */
  help: string;
  steps: readonly [HandOverStep, ...HandOverStep[]];
};

/**
 * The keys that take a step on the row under the cursor. `r` means whichever acknowledgement the
 * sample's status allows.
 */
export const STEP_KEYS: readonly StepKey[] = [
  { key: "t", label: "Transfer", help: "Transfer", steps: ["transfer"] },
  {
    key: "r",
    label: "Receive",
    help: "Receive at once what waits for you",
    steps: ["acknowledgeTransfer", "acknowledgeReturn", "acknowledgeLost"],
  },
];
