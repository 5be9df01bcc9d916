import { makeFunctionReference } from "convex/server";

/** Changes to people that a test makes behind the product's back: tests/support/functions/. */

export const takeFromPerson = makeFunctionReference<
  "mutation",
  { email: string; without: string },
  null
>("testing:takeFromPerson");

export const disable = makeFunctionReference<"mutation", { email: string }, null>(
  "testing:disable",
);

export const changeSupervisor = makeFunctionReference<
  "mutation",
  { email: string; supervisor: string },
  null
>("testing:changeSupervisor");
