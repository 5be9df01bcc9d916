import { Resend } from "resend";
import type { Doc } from "../../_generated/dataModel";
import type { Delivery } from "../../model/mail/outbox";
import type { MailExtras, MailService } from "./mailService";

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

  async send(mail: Doc<"mail">, { attachment, headers }: MailExtras): Promise<Delivery> {
    const attachments = attachment && [
      {
        filename: mail.attachment?.fileName ?? "attachment",
        content: base64(new Uint8Array(await attachment.arrayBuffer())),
      },
    ];
    const { error } = await this.#client.emails.send(
      {
        from: this.from,
        to: [mail.to],
        ...mail.message,
        ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
        ...(attachments && { attachments }),
      },
      // Every attempt at a mail has the same key, so Resend delivers it once.
      { idempotencyKey: mail._id, signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    if (error === null) return { outcome: "sent" };
    // The status comes from the body of the answer, which a proxy may have written.
    const status = error.statusCode ?? null;
    return {
      outcome: isPassing(status) ? "retry" : "refused",
      error: status === null ? error.message : `HTTP ${status}: ${error.message}`,
    };
  }
}

/** Characters per call of `String.fromCharCode`, which takes each as an argument. */
const SLICE = 0x2000;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += SLICE) {
    text += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  }
  return btoa(text);
}

/**
 * True if a later attempt may succeed: no answer, a conflict (an attempt with this key still runs),
 * too many requests, or an error of the service.
 */
function isPassing(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}
