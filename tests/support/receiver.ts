import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WEBHOOK_HEADERS } from "#domain/api/webhooks";

type Arrived = {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  /** Of the header of version 1.6. */
  readonly formerSignature: string;
  readonly body: string;
  readonly event: { id: string; event: string; data: Record<string, unknown> };
};

/** A webhook receiver on this computer, with a real socket. */
export class Receiver {
  readonly arrived: Arrived[] = [];
  /** Status of the next responses; null: the request is accepted but not answered. */
  status: number | null = 200;
  readonly #waiting: ServerResponse[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      let body = "";
      request.on("data", (piece: Buffer) => (body += piece.toString()));
      request.on("end", () => {
        const header = (name: string) => String(request.headers[name] ?? "");
        const event = JSON.parse(body) as Arrived["event"];
        const { id, timestamp, signature } = WEBHOOK_HEADERS;
        this.arrived.push({
          id: header(id),
          timestamp: header(timestamp),
          signature: header(signature),
          formerSignature: header("sms-signature"),
          body,
          event,
        });
        if (this.status === null) this.#waiting.push(response);
        else response.writeHead(this.status, { Location: "/elsewhere" }).end();
      });
    });
  }

  static async start(): Promise<Receiver> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Receiver(server);
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/hook`;
  }

  get events(): string[] {
    return this.arrived.map(({ event }) => event.event);
  }

  /** Answers the requests that were accepted but not answered. */
  answerAll(status: number): void {
    for (const response of this.#waiting.splice(0)) response.writeHead(status).end();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** True if `secret` signed the request, verified as docs/api.md instructs receivers. */
export function isSignedBy(secret: string, arrived: Arrived): boolean {
  const { id, timestamp, signature, body } = arrived;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return signature === `v1,${hmac}` && isSignedAsFormerly(secret, arrived);
}

function isSignedAsFormerly(secret: string, { formerSignature, body }: Arrived): boolean {
  const [, seconds, hmac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(formerSignature) ?? [];
  return hmac === createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
}
