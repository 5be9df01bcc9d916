import type { LucideIcon } from "lucide-react";
import { ownReversals, REVERSALS } from "@/components/sample/reversals";
import { possibleSteps, STEP_SCREENS } from "@/components/sample/steps";
import {
  isReversal,
  STEPS,
  WORKFLOW,
  type Actor,
  type Custody,
  type Step,
} from "../../../domain/workflow";

type Offered = { step: Step; label: string; icon: LucideIcon; count: number };

/**
 * The steps that `actor` may take with at least one of `samples`, and with how many. Where two would
 * read the same (both receipts are "Receive"), each has its full name.
 */
export function offeredSteps(samples: readonly Custody[], actor: Actor): Offered[] {
  const counts = new Map<Step, number>();
  for (const sample of samples) {
    for (const step of [...possibleSteps(sample, actor), ...ownReversals(sample, actor)]) {
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
  }
  const steps = STEPS.filter((step) => counts.has(step));
  return steps.map((step) => ({
    step,
    label: labelAmong(step, steps),
    icon: screenOf(step).icon,
    count: counts.get(step) ?? 0,
  }));
}

/** The words and the list of a step, wherever they stand. */
export function screenOf(step: Step) {
  return isReversal(step) ? REVERSALS[step] : STEP_SCREENS[step];
}

function labelAmong(step: Step, steps: readonly Step[]): string {
  const { button } = screenOf(step);
  const isUnique = steps.every((other) => other === step || screenOf(other).button !== button);
  return isUnique ? button : WORKFLOW[step].label;
}

export function countedSamples(count: number): string {
  return count === 1 ? "1 sample" : `${count} samples`;
}

/** What the button says that starts it, and how it is called from then on. */
// prettier-ignore
const PHRASES: Readonly<Record<Step, { start: (samples: string) => string; name: string }>> = {
  transfer: { start: (samples) => `Transfer ${samples}`, name: "Transfer" },
  acknowledgeTransfer: { start: (samples) => `Receive ${samples}`, name: "Receipt" },
  returnToCustomer: { start: (samples) => `Return ${samples}`, name: "Return" },
  acknowledgeReturn: { start: (samples) => `Receive ${samples}`, name: "Receipt" },
  requestLost: { start: (samples) => `Report ${samples} lost`, name: "Lost request" },
  acknowledgeLost: { start: (samples) => `Acknowledge ${samples} as lost`, name: "Lost acknowledgement" },
  declineTransfer: { start: (samples) => `Decline ${samples}`, name: "Decline" },
  cancelTransfer: { start: (samples) => `Take back ${samples}`, name: "Take-back" },
  declineReturn: { start: (samples) => `Decline ${samples}`, name: "Decline" },
  cancelReturn: { start: (samples) => `Take back ${samples}`, name: "Take-back" },
  declineLost: { start: (samples) => `Decline ${samples}`, name: "Decline" },
  cancelLost: { start: (samples) => `Take back ${samples}`, name: "Take-back" },
};

/** "Transfer 12 samples" */
export function startLabel(step: Step, count: number): string {
  return PHRASES[step].start(countedSamples(count));
}

/** "Transfer of 12 samples" */
export function jobName(step: Step, count: number): string {
  return `${PHRASES[step].name} of ${countedSamples(count)}`;
}
