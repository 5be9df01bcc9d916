import { Resend } from "resend";
import type { Doc } from "../_generated/dataModel";
import type { Delivery } from "../model/mail";

/** Delivers mails. `send` never throws: every failure is a `Delivery`. */
export interface MailService {
  send(mail: Doc<"mail">): Promise<Delivery>;
}

const TIMEOUT_MS = 15_000;

/** https://resend.com */
export class ResendMail implements MailService {
  readonly #client: Resend;

  constructor(
    apiKey: string,
    readonly from: string,
  ) {
    this.#client = new Resend(apiKey);
  }

  async send(mail: Doc<"mail">): Promise<Delivery> {
    const { error } = await this.#client.emails.send(
      { from: this.from, to: [mail.to], ...mail.message },
      // The same key for every attempt: a repeated request sends nothing again.
      { idempotencyKey: mail._id, signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    if (error === null) return { outcome: "sent" };
    // The status is from the answer's body, which a proxy may have written.
    const status = error.statusCode ?? null;
    return {
      outcome: isPassing(status) ? "retry" : "refused",
      error: status === null ? error.message : `HTTP ${status}: ${error.message}`,
    };
  }
}

/**
 * True if a failure may pass: no answer, a conflict (an attempt with this key still runs), too many
 * requests, trouble on the service's side.
 */
function isPassing(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}
