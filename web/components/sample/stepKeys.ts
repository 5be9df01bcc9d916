import type { HandOverStep } from "../../../domain/workflow";

type StepKey = { key: string; label: string; steps: readonly [HandOverStep, ...HandOverStep[]] };

/** Source: look.md, "Keyboard". Which of the steps `r` means, the sample's status says. */
export const STEP_KEYS: readonly StepKey[] = [
  { key: "t", label: "Transfer", steps: ["transfer"] },
  {
    key: "r",
    label: "Receive",
    steps: ["acknowledgeTransfer", "acknowledgeReturn", "acknowledgeLost"],
  },
];
