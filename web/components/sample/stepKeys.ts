import type { HandOverStep } from "#domain/custody/workflow";

type StepKey = {
  key: string;
  label: string;
  /** The key's effect, for the list of keys. */
  help: string;
  /** For keys that open a form: shown until it is certain that no scanner typed the key. */
  opening: string;
  steps: readonly [HandOverStep, ...HandOverStep[]];
};

/**
 * Keys that take a step with the row under the cursor. `r` is the acknowledgement that the sample's
 * status allows.
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
    help: "Receive a sample that waits for you",
    opening: "Opening Receive…",
    steps: ["acknowledgeTransfer", "acknowledgeReturn", "acknowledgeLost"],
  },
];
