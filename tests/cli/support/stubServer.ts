import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import type { AddressInfo } from "node:net";

export type Call = { readonly path: string; readonly args: Record<string, unknown> };

/**
 * The answer to a call: a value, a refusal, a connection that breaks before or in the middle of the
 * response, or half a response that never ends.
 */
export type Reply =
  | { readonly value: unknown }
  | { readonly refusal: { readonly code: string; readonly message: string } }
  | "hang up"
  | "break off"
  | "stall";

/**
 * Serves the HTTP API of a deployment with a test's answers, to simulate network faults.
 * tests/cli/imports/realImport.test.ts tests a real deployment.
 */
export async function stubServer(reply: (call: Call) => Reply) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      calls.push(call);
      const answer = reply(call);
      if (answer === "hang up") return request.socket.destroy();
      response.setHeader("Content-Type", "application/json");
      if (answer === "break off" || answer === "stall") {
        const isOver = answer === "break off";
        response.write('{"status":"succ', () => isOver && request.socket.destroy());
        return;
      }
      if ("value" in answer) {
        response.end(JSON.stringify({ status: "success", value: answer.value, logLines: [] }));
      } else {
        response.statusCode = 560;
        const { refusal } = answer;
        response.end(
          JSON.stringify({
            status: "error",
            errorMessage: "Server Error",
            errorData: refusal,
            logLines: [],
          }),
        );
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { path, args } = (await json(request)) as { path: string; args: [Call["args"]] };
  return { path, args: args[0] };
}

/** A JWT with the parts that a client reads. */
export function accessToken(endsAt: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "RS256" })}.${part({ exp: Math.floor(endsAt / 1000) })}.signature`;
}
