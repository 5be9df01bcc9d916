"use node";
import { createTransport, type NodemailerError, type SMTPTransportOptions } from "nodemailer";
import { parseMailFrom } from "#domain/mail/mailFrom";
import { parseSmtpUrl, type SmtpServer } from "#domain/mail/smtpServer";
import type { Doc } from "../_generated/dataModel";
import type { Delivery } from "../model/mail/outbox";
import type { MailExtras, MailService } from "./mailService";

const CONNECTION_TIMEOUT_MS = 15_000;
/**
 * From the connection to the last answer. Servers scan a mail before they take it, and a mail whose
 * last answer was not awaited is sent again. Shorter than `attemptMs` of model/mail/mail.ts, so no
 * two senders work on one mail.
 */
const ATTEMPT_TIMEOUT_MS = 240_000;

/**
 * The company's mail server, by SMTP: one connection for each mail. A mail is sent when the server
 * has answered 250 to its text, whatever happens to the connection after that.
 */
export class SmtpMail implements MailService {
  readonly #url: string;
  readonly #from: string;

  /** @param from SMS_MAIL_FROM, or its default */
  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  async send(mail: Doc<"mail">, { attachment, headers }: MailExtras): Promise<Delivery> {
    const parsed = parseSmtpUrl(this.#url);
    if ("problem" in parsed) return { outcome: "retry", error: parsed.problem };
    const from = parseMailFrom(this.#from);
    if (from === null) return { outcome: "retry", error: "SMS_MAIL_FROM has no e-mail address." };
    const attachments = attachment && [
      {
        filename: mail.attachment?.fileName ?? "attachment",
        content: Buffer.from(await attachment.arrayBuffer()),
      },
    ];
    return await sendBySmtp(transportOptions(parsed.server), {
      from,
      to: mail.to,
      ...mail.message,
      messageId: `<${mail._id}@${from.address.split("@")[1]}>`,
      date: new Date(mail._creationTime),
      headers: { ...headers },
      ...(attachments && { attachments }),
    });
  }
}

/**
 * Settings of a connection. Certificates are verified by Node's authorities and those of
 * NODE_EXTRA_CA_CERTS.
 */
export function transportOptions({ host, port, encryption, login }: SmtpServer) {
  return {
    host,
    port,
    secure: encryption === "implicit",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2" },
    // Without it nodemailer skips the sign-in where the server offers none.
    ...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: ATTEMPT_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const satisfies SMTPTransportOptions;
}

type Message = Parameters<ReturnType<typeof createTransport>["sendMail"]>[0];

/** Makes one attempt. It never throws: every failure is a `Delivery`. */
export async function sendBySmtp(
  options: SMTPTransportOptions,
  message: Message,
  timeoutMs = ATTEMPT_TIMEOUT_MS,
): Promise<Delivery> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await createTransport(options).sendMail({ ...message, signal });
    return { outcome: "sent" };
  } catch (thrown) {
    const error = thrown as NodemailerError;
    const reason = signal.aborted ? `no answer within ${timeoutMs / 1000} s` : error.message;
    return {
      outcome: isForGood(error) ? "refused" : "retry",
      error: `${options.host}:${options.port}: ${reason}`,
    };
  }
}

/**
 * True when the server refuses this mail's recipient or its text for good (5yz). A failure before
 * that, such as a wrong password, an unknown certificate or a sender that the server does not
 * allow, would meet every mail, and an administrator may mend it while the mails wait.
 */
function isForGood({ permanent, command }: NodemailerError): boolean {
  return permanent === true && (command === "RCPT TO" || command === "DATA");
}
