"use node";
import { createTransport, type NodemailerError, type SMTPTransportOptions } from "nodemailer";
import { parseMailFrom } from "#domain/mail/mailFrom";
import { parseSmtpUrl, type SmtpServer } from "#domain/mail/smtpServer";
import type { Doc } from "../../_generated/dataModel";
import type { Delivery } from "../../model/mail/outbox";
import type { MailExtras, MailService } from "./mailService";

const CONNECTION_TIMEOUT_MS = 15_000;
/**
 * Time from the connection to the server's last reply. Servers scan a mail before they accept it,
 * and a mail whose last reply is not awaited is sent again. Shorter than `attemptMs` in
 * model/mail/mail.ts, so that two senders never work on the same mail.
 */
const ATTEMPT_TIMEOUT_MS = 240_000;

/**
 * Sends through the company's mail server by SMTP, with one connection per mail. A mail counts as
 * sent once the server has replied 250 to its text, even if the connection breaks after that.
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
 * Settings of a connection. Node verifies the server's certificate with its own authorities and the
 * additional ones in NODE_EXTRA_CA_CERTS.
 */
export function transportOptions({ host, port, encryption, login }: SmtpServer) {
  return {
    host,
    port,
    secure: encryption === "implicit",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2" },
    // Without forceAuth, nodemailer skips the sign-in if the server does not offer one.
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

/** Makes one attempt. Never throws: every failure is returned as a `Delivery`. */
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
 * True if the server permanently refuses (5yz) this mail's recipient or text. An earlier failure,
 * such as a wrong password, an unknown certificate or a forbidden sender, would affect every mail;
 * the mails wait until an administrator has corrected it.
 */
function isForGood({ permanent, command }: NodemailerError): boolean {
  return permanent === true && (command === "RCPT TO" || command === "DATA");
}
