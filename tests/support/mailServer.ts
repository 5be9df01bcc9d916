import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

const pem = (name: string) =>
  readFileSync(new URL(`./certificates/mailServer.${name}.pem`, import.meta.url), "utf8");

/** For localhost and 127.0.0.1, self-signed, valid until 2126. */
export const CERTIFICATE = pem("cert");

/** A reply of the server other than 250. */
export type Refusal = { readonly code: number; readonly text: string };

type Arrived = {
  readonly from: string;
  readonly to: string;
  /** True if it arrived over TLS. */
  readonly isSecure: boolean;
  readonly user: string | undefined;
  /** Headers and body as received. */
  readonly text: string;
};

/** The server's behavior after receiving all of a mail's text. */
type Ending = "takes it" | "hangs up" | "hangs up after its answer" | "never answers" | Refusal;

/** A mail server on this computer, with a real socket. */
export class MailServer {
  /** Mails whose text was received completely, whatever the server replied. */
  readonly arrived: Arrived[] = [];
  refusedSender: Refusal | null = null;
  refusedRecipient: Refusal | null = null;
  ending: Ending = "takes it";
  /** True: the server closes the connection as soon as a mail's text begins. */
  hangsUpInText = false;
  readonly #server: SMTPServer;
  readonly #sockets = new Set<Socket>();

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      key: pem("key"),
      cert: CERTIFICATE,
      onAuth: ({ username, password }, _session, answer) => {
        if (password === "right") return answer(null, { user: username });
        answer(withCode({ code: 535, text: "5.7.8 Wrong user or password" }));
      },
      onMailFrom: (_address, _session, answer) => answer(withCode(this.refusedSender)),
      onRcptTo: (_address, _session, answer) => answer(withCode(this.refusedRecipient)),
      onData: (stream, session, answer) => {
        if (this.hangsUpInText) return this.#hangUp();
        let text = "";
        stream.setEncoding("utf8");
        stream.on("data", (piece: string) => (text += piece));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.arrived.push({
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address).join(),
            isSecure: session.secure,
            user: typeof session.user === "string" ? session.user : undefined,
            text,
          });
          this.#end(answer);
        });
      },
      ...options,
    });
    this.#server.on("error", () => undefined); // connections reset by clients or tests
    this.#server.server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await once(server.#server.listen(0, "127.0.0.1"), "listening");
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#hangUp();
    await new Promise<void>((closed) => this.#server.close(closed));
  }

  #end(answer: (error: Error | null) => void): void {
    if (this.ending === "hangs up") return this.#hangUp();
    if (this.ending === "never answers") return;
    answer(typeof this.ending === "object" ? withCode(this.ending) : null);
    if (this.ending === "hangs up after its answer") this.#hangUp();
  }

  #hangUp(): void {
    for (const socket of this.#sockets) socket.destroySoon();
  }
}

function withCode(refusal: Refusal | null): Error | null {
  return refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code });
}
