import { CircleSlash, RotateCcw, type LucideIcon } from "lucide-react";
import { isReversal, refusal, STEPS, WORKFLOW } from "../../../domain/workflow";
import type { Actor, Custody, ReversalStep } from "../../../domain/workflow";

type Words = {
  button: "Decline" | "Take back";
  icon: LucideIcon;
  question: string;
  /** What is so afterwards. */
  outcome: string;
  /** The list that shows samples at this step. */
  list: "transfer" | "return" | "lost";
};

const STAYS = "The sample stays with its manager, who learns your reason.";
const NOT_ASKED = "The sample is again as it was before; whoever was asked no longer is.";

const decline = (list: Words["list"], what: string): Words => ({
  ...{ button: "Decline", icon: CircleSlash, question: `Decline this ${what}?`, outcome: STAYS },
  list,
});
const takeBack = (list: Words["list"], what: string): Words => ({
  ...{ button: "Take back", icon: RotateCcw, question: `Take this ${what} back?` },
  ...{ outcome: NOT_ASKED, list },
});

/** What the screens say about each step that ends an ask without a change of hands. */
export const REVERSALS: Readonly<Record<ReversalStep, Words>> = {
  declineTransfer: decline("transfer", "transfer"),
  cancelTransfer: takeBack("transfer", "transfer"),
  declineReturn: decline("return", "return"),
  cancelReturn: takeBack("return", "return"),
  declineLost: decline("lost", "lost request"),
  cancelLost: takeBack("lost", "lost request"),
};

/** The reversals that `actor` may take with the sample now, as the server will judge them. */
export function possibleReversals(custody: Custody, actor: Actor): ReversalStep[] {
  return STEPS.filter(isReversal).filter((step) => refusal(step, custody, actor) === null);
}

/** Without those that an admin may take for others: what the actor is asked, or has asked, themselves. */
export function ownReversals(custody: Custody, actor: Actor): ReversalStep[] {
  return possibleReversals(custody, actor).filter(
    (step) => custody[WORKFLOW[step].by] === actor.email,
  );
}
