import type { FunctionReference, FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Step } from "#domain/custody/workflow";

/** A suite's `Caller`, or an official client. */
type CustodyCaller = {
  mutation<Mutation extends FunctionReference<"mutation">>(
    mutation: Mutation,
    args: Mutation["_args"],
  ): Promise<FunctionReturnType<Mutation>>;
};

type StepArgs = {
  readonly sampleId: string;
  readonly transactionId: string;
  /** The recipient, approver or reason, depending on the step. */
  readonly said: string;
};

/**
 * Takes a step: `said` is its recipient or its reason, and is ignored if the step needs neither.
 */
export async function takeStep(by: CustodyCaller, step: Step, args: StepArgs): Promise<null> {
  const { said, ...sample } = args;
  return await by.mutation(api.custody[step], { ...sample, recipient: said, reason: said });
}
