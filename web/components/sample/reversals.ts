import { CircleSlash, RotateCcw, type LucideIcon } from "lucide-react";
import { isReversal, refusal, STEPS, WORKFLOW } from "../../../domain/workflow";
import type { Actor, Custody, ReversalStep } from "../../../domain/workflow";

type Words = {
  button: "Decline" | "Take back";
  icon: LucideIcon;
  question: string;
  /** Says how the sample stands afterwards. */
  outcome: string;
};

const STAYS = "The sample stays with its manager, who learns your reason.";
const NOT_ASKED = "The sample is again as it was before; whoever was asked no longer is.";

const decline = (what: string): Words => ({
  button: "Decline",
  icon: CircleSlash,
  question: `Decline this ${what}?`,
  outcome: STAYS,
});
const takeBack = (what: string): Words => ({
  button: "Take back",
  icon: RotateCcw,
  question: `Take this ${what} back?`,
  outcome: NOT_ASKED,
});

/** The words of each step that ends an open hand-over without a change of hands. */
export const REVERSALS: Readonly<Record<ReversalStep, Words>> = {
  declineTransfer: decline("transfer"),
  cancelTransfer: takeBack("transfer"),
  declineReturn: decline("return"),
  cancelReturn: takeBack("return"),
  declineLost: decline("lost request"),
  cancelLost: takeBack("lost request"),
};

/** The reversals that `actor` may take with the sample now, as the server will judge them. */
export function possibleReversals(custody: Custody, actor: Actor): ReversalStep[] {
  return STEPS.filter(isReversal).filter((step) => refusal(step, custody, actor) === null);
}

/**
 * The reversals that are the actor's own: of what they are asked, or have asked. Leaves out those
 * that an admin may take for others.
 */
export function ownReversals(custody: Custody, actor: Actor): ReversalStep[] {
  return possibleReversals(custody, actor).filter(
    (step) => custody[WORKFLOW[step].actorField] === actor.email,
  );
}
