import { composeMail, pageUrl, type MailMessage, type MailSender } from "./mailTemplates";
import { LISTS, listForStep } from "../samples/lists";
import { describeDetails, type RequestDetails } from "../custody/requestDetails";
import { STEP_TEXTS } from "../custody/stepTexts";
import type { Step } from "../custody/workflow";

/** A step that another person took with samples of the reader. */
type HandOverNotification = {
  readonly step: Step;
  readonly actor: { readonly displayName: string; readonly email: string };
  /** At least one. */
  readonly samples: readonly { readonly model: string; readonly serialNumber: string }[];
  readonly reason?: string | undefined;
  readonly details?: RequestDetails | undefined;
};

/** Maximum number of samples listed in a mail; the app shows all of them. */
const MAX_LISTED = 50;

/** Returns one mail about all samples of a hand-over. */
export function handOverMail(
  sender: MailSender,
  { step, actor, samples, reason, details }: HandOverNotification,
): MailMessage {
  const items = samples
    .slice(0, MAX_LISTED)
    .map((sample) => `${sample.model}, ${sample.serialNumber}`);
  const others = samples.length - items.length;
  return composeMail(sender, STEP_TEXTS[step].mailSubject(samples.length), [
    `By ${actor.displayName} (${actor.email}):`,
    { items: others > 0 ? [...items, `and ${others} more`] : items },
    ...describeDetails(details).map(({ label, text }) => `${label}: ${text}`),
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    { label: "Open the list", url: pageUrl(sender, LISTS[listForStep(step)].path) },
  ]);
}
