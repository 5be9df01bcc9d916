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
  /** The recipient, approver or reason; ignored by the acknowledgements. */
  readonly said: string;
};

/** Calls the mutation of `step`, whatever its arguments are called. */
export async function takeStep(by: CustodyCaller, step: Step, args: StepArgs): Promise<null> {
  const { said, ...sample } = args;
  switch (step) {
    case "transfer":
      return await by.mutation(api.custody.transfer, { ...sample, recipient: said });
    case "returnToCustomer":
      return await by.mutation(api.custody.returnToCustomer, { ...sample, recipient: said });
    case "requestLost":
      return await by.mutation(api.custody.requestLost, { ...sample, approver: said });
    case "acknowledgeTransfer":
    case "acknowledgeReturn":
    case "acknowledgeLost":
      return await by.mutation(api.custody[step], sample);
    case "declineTransfer":
    case "cancelTransfer":
    case "declineReturn":
    case "cancelReturn":
    case "declineLost":
    case "cancelLost":
    case "reopen":
      return await by.mutation(api.custody[step], { ...sample, reason: said });
  }
}
