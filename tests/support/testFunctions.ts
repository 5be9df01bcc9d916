/** References to functions of tests/support/functions/, which are deployed as `testing`. */
import { makeFunctionReference } from "convex/server";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { Status } from "#domain/custody/statuses";

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

/** Samples of `manager`, whose requests wait for `recipient`; of every status, or of `status`. */
export const createVariedSamples = makeFunctionReference<
  "mutation",
  { manager: string; recipient: string; first: number; count: number; status?: Status },
  null
>("testing:createVariedSamples");

/** Up to 8,000 of each, oldest first. */
export const storedRecords = makeFunctionReference<
  "query",
  Record<string, never>,
  { history: Doc<"history">[]; notifications: Doc<"notifications">[] }
>("testing:storedRecords");
