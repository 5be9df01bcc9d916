import type { Doc } from "../../_generated/dataModel";
import type { Delivery } from "../../model/mail/outbox";

export type MailExtras = {
  /** The bytes of the mail's attachment; null if it has none. */
  readonly attachment: Blob | null;
  readonly headers: Readonly<Record<string, string>>;
};

/** Delivers mails. `send` never throws: every failure is returned as a `Delivery`. */
export interface MailService {
  send(mail: Doc<"mail">, extras: MailExtras): Promise<Delivery>;
}
