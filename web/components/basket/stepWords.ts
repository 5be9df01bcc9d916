import type { LucideIcon } from "lucide-react";
import { ownReversals } from "@/components/sample/reversals";
import { possibleSteps, STEP_ICONS } from "@/components/sample/steps";
import { isBasketStep, type BasketOutcome } from "../../../domain/baskets";
import { countedSamples, STEP_TEXTS, UNDO_TEXTS } from "../../../domain/stepTexts";
import { STEPS, WORKFLOW, type Actor, type Custody, type Step } from "../../../domain/workflow";

type Job = { readonly step: Step; readonly total: number; readonly isUndo: boolean };
type Offered = { step: Step; label: string; icon: LucideIcon; count: number };

/**
 * The steps that `actor` may take with at least one of `samples`, and with how many. Where two
 * would read the same (both receipts are "Receive"), each has its full name.
 */
export function offeredSteps(samples: readonly Custody[], actor: Actor): Offered[] {
  const counts = new Map<Step, number>();
  for (const sample of samples) {
    for (const step of [...possibleSteps(sample, actor), ...ownReversals(sample, actor)]) {
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
  }
  const steps = STEPS.filter((step) => counts.has(step) && isBasketStep(step));
  return steps.map((step) => ({
    step,
    label: labelAmong(step, steps),
    icon: STEP_ICONS[step],
    count: counts.get(step) ?? 0,
  }));
}

function labelAmong(step: Step, steps: readonly Step[]): string {
  const { button } = STEP_TEXTS[step];
  const isUnique = steps.every((other) => other === step || STEP_TEXTS[other].button !== button);
  return isUnique ? button : WORKFLOW[step].label;
}

/** "Transfer 12 samples" */
export function startLabel(step: Step, count: number): string {
  return STEP_TEXTS[step].basket.start(countedSamples(count));
}

/** "Transfer of 12 samples", "Undo: Transfer of 12 samples" */
export function jobName({ step, total, isUndo }: Job): string {
  const name = `${STEP_TEXTS[step].basket.name} of ${countedSamples(total)}`;
  return isUndo ? UNDO_TEXTS.basket + name : name;
}

/** "12 done, 1 refused"; after a stop also how many samples stayed as they were. */
export function outcomeWords({ done, refused, left }: Readonly<Record<BasketOutcome, number>>) {
  return `${done} done, ${refused} refused${left > 0 ? `, ${left} not done` : ""}`;
}

/** Says how several samples will stand after `step`. */
export function stepNote(step: Step): string {
  return STEP_TEXTS[step].basket.outcome;
}
