import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { RequestDetails } from "#domain/custody/requestDetails";
import type { HandOverStep } from "#domain/custody/workflow";

type StepInput = {
  sampleId: string;
  transactionId: string;
  /** E-mail of the recipient or approver; ignored by the acknowledgements. */
  chosen: string;
  /** Note, tracking number or account of a loss; acknowledgements ignore it. */
  details: RequestDetails;
};

/** The mutation of `step`, whatever its arguments are called. */
export function useStep(step: HandOverStep): (input: StepInput) => Promise<null> {
  const transfer = useMutation(api.custody.transfer);
  const acknowledgeTransfer = useMutation(api.custody.acknowledgeTransfer);
  const returnToCustomer = useMutation(api.custody.returnToCustomer);
  const acknowledgeReturn = useMutation(api.custody.acknowledgeReturn);
  const requestLost = useMutation(api.custody.requestLost);
  const acknowledgeLost = useMutation(api.custody.acknowledgeLost);
  return ({ chosen, details, ...sample }) => {
    switch (step) {
      case "transfer":
        return transfer({ ...sample, ...details, recipient: chosen });
      case "acknowledgeTransfer":
        return acknowledgeTransfer(sample);
      case "returnToCustomer":
        return returnToCustomer({ ...sample, ...details, recipient: chosen });
      case "acknowledgeReturn":
        return acknowledgeReturn(sample);
      case "requestLost":
        return requestLost({ ...sample, ...details, approver: chosen });
      case "acknowledgeLost":
        return acknowledgeLost(sample);
    }
    return step satisfies never;
  };
}
