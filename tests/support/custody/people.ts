import { makeFunctionReference } from "convex/server";
import type { Id } from "../../../convex/_generated/dataModel";

/** Changes to people that a test makes behind the product's back: tests/support/functions/. */

export const takeFromPerson = makeFunctionReference<
  "mutation",
  { email: string; without: string },
  null
>("testing:takeFromPerson");

/** Lets the time for an undo of the sample's latest step pass. */
export const letUndoPass = makeFunctionReference<"mutation", { sampleId: Id<"samples"> }, null>(
  "testing:letUndoPass",
);

export const disable = makeFunctionReference<"mutation", { email: string }, null>(
  "testing:disable",
);
