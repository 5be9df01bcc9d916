import type { LucideIcon } from "lucide-react";
import { ownReversals, REVERSALS } from "@/components/sample/reversals";
import { possibleSteps, STEP_SCREENS } from "@/components/sample/steps";
import type { BasketOutcome } from "../../../domain/baskets";
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

/** The button's icon and words of a step, wherever the step is offered. */
function screenOf(step: Step) {
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

type Phrases = {
  /** The label of the button that starts it. */
  start: (samples: string) => string;
  /** The name of the hand-over once it has started. */
  name: string;
  /** Says how the samples stand afterwards. */
  note: string;
};

const STAYS = "The samples stay with their managers, who learn your reason.";
const NOT_ASKED = "The samples are again as they were before; whoever was asked no longer is.";

// prettier-ignore
const PHRASES: Readonly<Record<Step, Phrases>> = {
  transfer: { start: (samples) => `Transfer ${samples}`, name: "Transfer", note: "The samples stay where they are until they are received. One mail says so." },
  acknowledgeTransfer: { start: (samples) => `Receive ${samples}`, name: "Receipt", note: "You become the samples’ manager, at your location." },
  returnToCustomer: { start: (samples) => `Return ${samples}`, name: "Return", note: "People on the supervisor and admin lists take samples back for customers. One mail says so." },
  acknowledgeReturn: { start: (samples) => `Receive ${samples}`, name: "Receipt", note: "The samples count as Returned from then on." },
  requestLost: { start: (samples) => `Report ${samples} lost`, name: "Lost request", note: "They decide, and get one mail. Transfers that are under way end with the request." },
  acknowledgeLost: { start: (samples) => `Acknowledge ${samples} as lost`, name: "Lost acknowledgement", note: "The samples count as Lost from then on, with you as their manager." },
  declineTransfer: { start: (samples) => `Decline ${samples}`, name: "Decline", note: STAYS },
  cancelTransfer: { start: (samples) => `Take back ${samples}`, name: "Take-back", note: NOT_ASKED },
  declineReturn: { start: (samples) => `Decline ${samples}`, name: "Decline", note: STAYS },
  cancelReturn: { start: (samples) => `Take back ${samples}`, name: "Take-back", note: NOT_ASKED },
  declineLost: { start: (samples) => `Decline ${samples}`, name: "Decline", note: STAYS },
  cancelLost: { start: (samples) => `Take back ${samples}`, name: "Take-back", note: NOT_ASKED },
};

/** "Transfer 12 samples" */
export function startLabel(step: Step, count: number): string {
  return PHRASES[step].start(countedSamples(count));
}

/** "Transfer of 12 samples" */
export function jobName(step: Step, count: number): string {
  return `${PHRASES[step].name} of ${countedSamples(count)}`;
}

/** "12 done, 1 refused"; after a stop also how many samples stayed as they were. */
export function outcomeWords({ done, refused, left }: Readonly<Record<BasketOutcome, number>>) {
  return `${done} done, ${refused} refused${left > 0 ? `, ${left} not done` : ""}`;
}

/** Says how several samples will stand after `step`. */
export function stepNote(step: Step): string {
  return PHRASES[step].note;
}
