import { formatCount } from "../common/formatCount";
import type { ReasonStep, RequestStep, Step } from "./workflow";

/** Texts about a step on one sample, on a basket of samples, or in a mail. */
type Texts = {
  /** Label of the step's button next to a sample. */
  readonly button: string;
  /** The result of the step, shown before it is taken. */
  readonly outcome: string;
  /** Confirmation after the step. */
  readonly done: string;
  /** Prefix of a failure without its own text, for example a lost connection. */
  readonly failed: string;
  readonly basket: BasketTexts;
  /** Subject of the mail to the counterparty of `count` hand-overs. */
  readonly mailSubject: (count: number) => string;
};

export type BasketTexts = {
  /**
   * The button that starts the step.
   *
   * @param samples "1 sample" or "12 samples"
   */
  readonly start: (samples: string) => string;
  /** Name of a running basket: "Transfer" in "Transfer of 12 samples". */
  readonly name: string;
  readonly outcome: string;
};

/** A hand-over has a form with its own button; a request also has a recipient field. */
type FormTexts = Texts & { readonly submit: string };
type RequestTexts = FormTexts & { readonly recipientLabel: string };
/** A step with a reason is confirmed in a dialog that asks `question`. */
type ReasonTexts = Texts & { readonly question: string };

type TextsOf<S extends Step> = S extends RequestStep
  ? RequestTexts
  : S extends ReasonStep
    ? ReasonTexts
    : FormTexts;

/** "1 sample", "12 samples", "14,243 samples" */
export function countedSamples(count: number): string {
  return count === 1 ? "1 sample" : `${formatCount(count)} samples`;
}

const AN_ERROR = "An error occurred: ";

const decline = (request: string) => ({
  button: "Decline",
  question: `Decline this ${request}?`,
  outcome: "The sample stays with its manager, who sees your reason.",
  failed: AN_ERROR,
  basket: {
    start: (samples: string) => `Decline ${samples}`,
    name: "Decline",
    outcome: "The samples stay with their managers, who see your reason.",
  },
});

const cancel = (request: string) => ({
  button: "Take back",
  question: `Take back this ${request}?`,
  outcome: "The request is withdrawn.",
  failed: AN_ERROR,
  basket: {
    start: (samples: string) => `Take back ${samples}`,
    name: "Take-back",
    outcome: "The requests are withdrawn.",
  },
});

/**
 * The texts of each step, used by the app and the mails. The workflow table has its name and its
 * action in history. `done` and `failed` are known from the product's first version and kept
 * verbatim: "Sample Returned Successfully" after a loss is intentional.
 */
export const STEP_TEXTS: { readonly [S in Step]: TextsOf<S> } = {
  transfer: {
    button: "Transfer",
    submit: "Transfer",
    recipientLabel: "Transfer Sample to",
    outcome: "The sample stays with you until they receive it.",
    done: "Sample In Transit Successfully",
    failed: "Sample Updated Error: ",
    basket: {
      start: (samples) => `Transfer ${samples}`,
      name: "Transfer",
      outcome:
        "The samples stay with their managers until they are received. The recipient gets one mail.",
    },
    mailSubject: (count) =>
      count === 1 ? "1 sample is on its way to you" : `${count} samples are on their way to you`,
  },
  acknowledgeTransfer: {
    button: "Receive",
    submit: "Receive Sample",
    outcome: "You become this sample's manager, at your location.",
    done: "Sample Transferred Successfully",
    failed: AN_ERROR,
    basket: {
      start: (samples) => `Receive ${samples}`,
      name: "Receipt",
      outcome: "You become the samples’ manager, at your location.",
    },
    mailSubject: (count) => `${countedSamples(count)} ${wereOf(count)} received`,
  },
  returnToCustomer: {
    button: "Return",
    submit: "Return",
    recipientLabel: "Return Sample to",
    outcome: "People on the supervisor and admin lists accept returns for customers.",
    done: "Sample In Return Successfully",
    failed: "Sample Return Error: ",
    basket: {
      start: (samples) => `Return ${samples}`,
      name: "Return",
      outcome:
        "People on the supervisor and admin lists accept returns for customers. The recipient gets one mail.",
    },
    mailSubject: (count) =>
      `${countedSamples(count)} ${count === 1 ? "is" : "are"} being returned to you`,
  },
  acknowledgeReturn: {
    button: "Receive",
    submit: "Receive Sample",
    outcome: "The sample becomes Returned.",
    done: "Sample Returned Successfully",
    failed: AN_ERROR,
    basket: {
      start: (samples) => `Receive ${samples}`,
      name: "Receipt",
      outcome: "The samples become Returned.",
    },
    mailSubject: (count) => `The return of ${countedSamples(count)} is complete`,
  },
  requestLost: {
    button: "Request Lost",
    submit: "Request",
    recipientLabel: "Lost request to",
    outcome: "They approve or decline. This cancels any open transfer.",
    done: "Sample Request Lost Successfully",
    failed: "Sample Return Error: ",
    basket: {
      start: (samples) => `Report ${samples} lost`,
      name: "Lost request",
      outcome: "They approve or decline, and get one mail. This cancels any open transfers.",
    },
    mailSubject: (count) =>
      `${countedSamples(count)} ${wereOf(count)} reported lost: please decide`,
  },
  acknowledgeLost: {
    button: "Ack Lost",
    submit: "Ack Lost",
    outcome: "The sample becomes Lost, with you as its manager.",
    done: "Sample Returned Successfully",
    failed: AN_ERROR,
    basket: {
      start: (samples) => `Acknowledge ${samples} as lost`,
      name: "Lost acknowledgement",
      outcome: "The samples become Lost, with you as their manager.",
    },
    mailSubject: (count) => `The loss of ${countedSamples(count)} was acknowledged`,
  },
  declineTransfer: {
    ...decline("transfer"),
    done: "Transfer Declined Successfully",
    mailSubject: (count) => `The transfer of ${countedSamples(count)} was declined`,
  },
  cancelTransfer: {
    ...cancel("transfer"),
    done: "Transfer Cancelled Successfully",
    mailSubject: (count) => `The transfer of ${countedSamples(count)} to you was cancelled`,
  },
  declineReturn: {
    ...decline("return"),
    done: "Return Declined Successfully",
    mailSubject: (count) => `The return of ${countedSamples(count)} was declined`,
  },
  cancelReturn: {
    ...cancel("return"),
    done: "Return Cancelled Successfully",
    mailSubject: (count) => `The return of ${countedSamples(count)} to you was cancelled`,
  },
  declineLost: {
    ...decline("lost request"),
    done: "Lost Request Declined Successfully",
    mailSubject: (count) => `The loss of ${countedSamples(count)} was declined`,
  },
  cancelLost: {
    ...cancel("lost request"),
    done: "Lost Request Cancelled Successfully",
    mailSubject: (count) => `The lost request of ${countedSamples(count)} was cancelled`,
  },
  reopen: {
    button: "Reopen",
    question: "Take this sample back into use?",
    outcome: "It becomes Registered again, at your location, with you as its manager.",
    done: "Sample Reopened Successfully",
    failed: AN_ERROR,
    basket: {
      start: (samples) => `Reopen ${samples}`,
      name: "Reopening",
      outcome: "The samples become Registered again, at your location, with you as their manager.",
    },
    mailSubject: (count) => `${countedSamples(count)} ${wereOf(count)} taken back into use`,
  },
};

/** Shown if everything that was pending has been answered in the meantime. */
export const NOTHING_WAITS = "Nothing is waiting for you anymore";

/**
 * Texts of an undo (domain/custody/undo.ts), which is not a workflow step but is presented like
 * one.
 */
export const UNDO_TEXTS = {
  button: "Undo",
  done: "Undone: the sample is as it was before",
  /** Name prefix of a basket that undoes another one. */
  basket: "Undo: ",
} as const;

function wereOf(count: number): "was" | "were" {
  return count === 1 ? "was" : "were";
}
