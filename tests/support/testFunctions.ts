/** References to functions of tests/support/functions/, which are deployed as `testing`. */
import { makeFunctionReference } from "convex/server";
import type { Doc, Id } from "../../convex/_generated/dataModel";

export const storedSamples = makeFunctionReference<
  "query",
  Record<string, never>,
  Doc<"samples">[]
>("testing:storedSamples");

export const createSamples = makeFunctionReference<
  "mutation",
  { manager: string; first: number; count: number },
  Id<"samples">[]
>("testing:createSamples");

export const changeSupervisor = makeFunctionReference<
  "mutation",
  { email: string; supervisor: string },
  null
>("testing:changeSupervisor");
