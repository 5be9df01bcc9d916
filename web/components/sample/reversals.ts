import { absenteeOfStep, takesReason, refusal, STEPS, WORKFLOW } from "#domain/custody/workflow";
import type { Actor, Custody, ReasonStep } from "#domain/custody/workflow";

/** The reversals that `actor` may take with the sample now, as the server will judge them. */
export function possibleReversals(custody: Custody, actor: Actor): ReasonStep[] {
  return STEPS.filter(takesReason).filter((step) => refusal(step, custody, actor) === null);
}

/**
 * The reversals that are the actor's own: of what they or those whom they stand in for are asked,
 * or what they have asked. Leaves out those that an admin may take for others.
 */
export function ownReversals(custody: Custody, actor: Actor): ReasonStep[] {
  return possibleReversals(custody, actor).filter(
    (step) =>
      custody[WORKFLOW[step].actorField] === actor.email ||
      absenteeOfStep(step, custody, actor) !== undefined,
  );
}
