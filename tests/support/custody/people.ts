/** Changes to people that a test makes directly in the database: tests/support/functions/. */
import { makeFunctionReference } from "convex/server";
import type { Id } from "../../../convex/_generated/dataModel";

export const takeFromPerson = makeFunctionReference<
  "mutation",
  { email: string; without: string },
  null
>("testing:takeFromPerson");

/** Makes the sample's latest step too old to be undone. */
export const letUndoPass = makeFunctionReference<"mutation", { sampleId: Id<"samples"> }, null>(
  "testing:letUndoPass",
);

export const disable = makeFunctionReference<"mutation", { email: string }, null>(
  "testing:disable",
);
