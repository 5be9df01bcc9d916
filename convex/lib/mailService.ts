import type { Doc } from "../_generated/dataModel";
import type { Delivery } from "../model/mail";

/** Whoever takes our mail to its readers. Never throws: every failure is a `Delivery`. */
export interface MailService {
  send(mail: Doc<"mail">): Promise<Delivery>;
}

const TIMEOUT_MS = 15_000;

/** https://resend.com/docs/api-reference/emails/send-email, called with plain fetch: it is one request. */
export class Resend implements MailService {
  constructor(
    readonly apiKey: string,
    readonly from: string,
  ) {}

  async send(mail: Doc<"mail">): Promise<Delivery> {
    try {
      const response = await fetch("https://api.resend.com/emails", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${this.apiKey}`,
          "Content-Type": "application/json",
          // The same for every attempt: a repeated request sends nothing again.
          "Idempotency-Key": mail._id,
        },
        body: JSON.stringify({ from: this.from, to: [mail.to], ...mail.message }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.ok) return { outcome: "sent" };
      const error = `HTTP ${response.status}: ${await response.text()}`;
      return { outcome: isPassing(response.status) ? "retry" : "refused", error };
    } catch (error) {
      return { outcome: "retry", error: String(error) };
    }
  }
}

/** Conflict (an attempt with this key still runs), too many requests, trouble on their side. */
function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}
