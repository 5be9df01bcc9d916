import type { HandOverStep } from "#domain/custody/workflow";

type StepKey = {
  key: string;
  label: string;
  /** The key's effect, for the list of keys. */
  help: string;
  /** Shown while the app waits for a possible second key of a sequence, if the key opens a form. */
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
    help: "Receive at once what waits for you",
    opening: "Opening Receive…",
    steps: ["acknowledgeTransfer", "acknowledgeReturn", "acknowledgeLost"],
  },
];
