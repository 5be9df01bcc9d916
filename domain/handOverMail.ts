import { composeMail, pageUrl, type MailMessage, type MailSender } from "./mailTemplates";
import { LISTS, listForStep } from "./lists";
import type { Step } from "./workflow";

/** What somebody did with samples that concern the reader of the mail. */
type HandOverNotification = {
  readonly step: Step;
  readonly actor: { readonly displayName: string; readonly email: string };
  /** At least one. */
  readonly samples: readonly { readonly model: string; readonly serialNumber: string }[];
  readonly reason?: string | undefined;
};

/** Longer lists are cut: the app has them all. */
const MAX_LISTED = 50;

/** One mail for all samples of one hand-over. */
export function handOverMail(
  sender: MailSender,
  { step, actor, samples, reason }: HandOverNotification,
): MailMessage {
  const items = samples
    .slice(0, MAX_LISTED)
    .map((sample) => `${sample.model}, ${sample.serialNumber}`);
  const others = samples.length - items.length;
  return composeMail(sender, SUBJECTS[step](samples.length), [
    `By ${actor.displayName} (${actor.email}):`,
    { items: others > 0 ? [...items, `and ${others} more`] : items },
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    { label: "Open the list", url: pageUrl(sender, LISTS[listForStep(step)].path) },
  ]);
}

const countedSamples = (count: number) => (count === 1 ? "1 sample" : `${count} samples`);
const are = (count: number) => (count === 1 ? "is" : "are");
const were = (count: number) => (count === 1 ? "was" : "were");
const their = (count: number) => (count === 1 ? "its" : "their");

const SUBJECTS: Readonly<Record<Step, (count: number) => string>> = {
  transfer: (n) => `${countedSamples(n)} ${are(n)} on ${their(n)} way to you`,
  acknowledgeTransfer: (n) => `${countedSamples(n)} ${were(n)} received`,
  declineTransfer: (n) => `The transfer of ${countedSamples(n)} was declined`,
  cancelTransfer: (n) => `The transfer of ${countedSamples(n)} to you was cancelled`,
  returnToCustomer: (n) => `${countedSamples(n)} ${are(n)} being returned to you`,
  acknowledgeReturn: (n) => `The return of ${countedSamples(n)} is complete`,
  declineReturn: (n) => `The return of ${countedSamples(n)} was declined`,
  cancelReturn: (n) => `The return of ${countedSamples(n)} to you was cancelled`,
  requestLost: (n) => `${countedSamples(n)} ${were(n)} reported lost: please decide`,
  acknowledgeLost: (n) => `The loss of ${countedSamples(n)} was acknowledged`,
  declineLost: (n) => `The loss of ${countedSamples(n)} was declined`,
  cancelLost: (n) => `The lost request of ${countedSamples(n)} was cancelled`,
};
