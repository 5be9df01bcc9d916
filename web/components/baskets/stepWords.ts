import { Pencil, type LucideIcon } from "lucide-react";
import { ownReversals, possibleReversals } from "@/components/sample/reversals";
import { possibleSteps, STEP_ICONS } from "@/components/sample/steps";
import {
  BASKET_STEPS,
  basketStepLabel,
  isBasketStep,
  type BasketOutcome,
  type BasketStep,
} from "#domain/baskets/baskets";
import { basketTexts } from "#domain/baskets/basketTexts";
import { countedSamples, STEP_TEXTS, UNDO_TEXTS } from "#domain/custody/stepTexts";
import { editRefusal, type Actor, type Custody } from "#domain/custody/workflow";

type Job = { readonly step: BasketStep; readonly total: number; readonly isUndo: boolean };
type Offered = { step: BasketStep; label: string; icon: LucideIcon; count: number };

/**
 * The steps that `actor` may take with at least one of `samples`, with the number of samples. If
 * two steps have the same short label (both acknowledgements are "Receive"), each has its full
 * name.
 *
 * @param named steps to consider: among reversals, an admin is otherwise offered other people's too
 */
export function offeredSteps(
  samples: readonly Custody[],
  actor: Actor,
  named: readonly BasketStep[] = [],
): Offered[] {
  const counts = new Map<BasketStep, number>();
  for (const sample of samples) {
    const own = ownReversals(sample, actor);
    const reversals = possibleReversals(sample, actor).filter(
      (step) => own.includes(step) || named.includes(step),
    );
    const steps = [...possibleSteps(sample, actor), ...reversals];
    const isEditable = editRefusal(sample, actor) === null;
    for (const step of isEditable ? [...steps, "edit" as const] : steps) {
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
  }
  const steps = BASKET_STEPS.filter((step) => counts.has(step) && isBasketStep(step));
  return steps.map((step) => ({
    step,
    label: labelAmong(step, steps),
    icon: step === "edit" ? Pencil : STEP_ICONS[step],
    count: counts.get(step) ?? 0,
  }));
}

function labelAmong(step: BasketStep, steps: readonly BasketStep[]): string {
  const button = buttonOf(step);
  const isUnique = steps.every((other) => other === step || buttonOf(other) !== button);
  return isUnique ? button : basketStepLabel(step);
}

const buttonOf = (step: BasketStep) =>
  step === "edit" ? basketStepLabel(step) : STEP_TEXTS[step].button;

/** "Transfer 12 samples" */
export function startLabel(step: BasketStep, count: number): string {
  return basketTexts(step).start(countedSamples(count));
}

/** "Transfer of 12 samples", "Undo: Transfer of 12 samples" */
export function jobName({ step, total, isUndo }: Job): string {
  const name = `${basketTexts(step).name} of ${countedSamples(total)}`;
  return isUndo ? UNDO_TEXTS.basket + name : name;
}

/** "12 done, 1 refused"; after a stop also the number of samples left unchanged. */
export function outcomeWords({ done, refused, left }: Readonly<Record<BasketOutcome, number>>) {
  return `${done} done, ${refused} refused${left > 0 ? `, ${left} not done` : ""}`;
}

/** Describes the state of several samples after `step`. */
export function stepNote(step: BasketStep): string {
  return basketTexts(step).outcome;
}
