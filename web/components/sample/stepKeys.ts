import type { HandOverStep } from "#domain/custody/workflow";

type StepKey = {
  key: string;
  label: string;
  /** The key's effect, for the list of keys. */
  help: string;
  /** Said while the key waits whether it came alone, where it opens the step's form. */
  opening: string;
  steps: readonly [HandOverStep, ...HandOverStep[]];
};

/**
 * The keys that take a step on the row under the cursor. `r` means whichever acknowledgement the
 * sample's status allows.
 */
export const STEP_KEYS: readonly StepKey[] = [
  {
    key: "t",
    label: "Transfer",
    help: "Transfer",
    opening: "Opening Transfer…",
    steps: ["transfer"],
  },
  {
    key: "r",
    label: "Receive",
    help: "Receive at once what waits for you",
    opening: "Opening Receive…",
    steps: ["acknowledgeTransfer", "acknowledgeReturn", "acknowledgeLost"],
  },
];
