import { absenteeOfStep, takesReason, refusal, STEPS, WORKFLOW } from "#domain/custody/workflow";
import type { Actor, Custody, ReasonStep } from "#domain/custody/workflow";

/** The reversals that `actor` may take with the sample now, by the server's rules. */
export function possibleReversals(custody: Custody, actor: Actor): ReasonStep[] {
  return STEPS.filter(takesReason).filter((step) => refusal(step, custody, actor) === null);
}

/**
 * The reversals of the actor's own requests, and of requests to the actor or to people they stand
 * in for. Leaves out those that an admin may take for others.
 */
export function ownReversals(custody: Custody, actor: Actor): ReasonStep[] {
  return possibleReversals(custody, actor).filter(
    (step) =>
      custody[WORKFLOW[step].actorField] === actor.email ||
      absenteeOfStep(step, custody, actor) !== undefined,
  );
}
