import type { HandOverStep } from "../../../domain/workflow";

/** The person that a step's form asks for; null: the actor takes the sample, nobody is asked. */
type Choice = {
  label: string;
  help: string;
  purpose: "transfer" | "return" | "lost";
};

/** The words of each step's form (docs/product.md, "Messages"). */
export const STEP_FORMS: Record<
  HandOverStep,
  { submit: string; choice: Choice | null; note?: string }
> = {
  transfer: {
    submit: "Transfer",
    choice: {
      label: "Transfer Sample to",
      help: "The sample stays with you until they receive it.",
      purpose: "transfer",
    },
  },
  acknowledgeTransfer: {
    submit: "Receive Sample",
    choice: null,
    note: "You become the sample's manager, at your location.",
  },
  returnToCustomer: {
    submit: "Return",
    choice: {
      label: "Return Sample to",
      help: "People on the supervisor and admin lists take samples back for customers.",
      purpose: "return",
    },
  },
  acknowledgeReturn: {
    submit: "Receive Sample",
    choice: null,
    note: "The sample counts as Returned from then on.",
  },
  requestLost: {
    submit: "Request",
    choice: {
      label: "Lost request to",
      help: "They decide. A transfer that is under way ends with the request.",
      purpose: "lost",
    },
  },
  acknowledgeLost: {
    submit: "Ack Lost",
    choice: null,
    note: "The sample counts as Lost from then on, with you as its manager.",
  },
};
