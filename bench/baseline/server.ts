/**
 * The baseline of `npm run bench`: a server for our hand-over that a good engineer would write by
 * hand on `lmdb` and `ws`. It is not a product: it has no other steps, no pages after the first and
 * no other messages. For a transfer and its acknowledgement it does the same work as our product:
 *
 *   - checks the session, the actor's right, the transaction id and the recipient's profile
 *   - writes the sample, its list entries for every role, its history record and the counters,
 *     in one transaction
 *   - answers after fsync, and pushes the reread first page of the list to its watchers
 */
import { WebSocketServer, type WebSocket } from "ws";
import { BaselineStore, type BaselineSample, type BaselineUser } from "./store";

export type BaselineRequest =
  | { op: "seed"; users: BaselineUser[]; samples: BaselineSample[]; requestId: number }
  | { op: "watch"; session: string; user: string }
  | {
      op: "transfer";
      requestId: number;
      id: string;
      session: string;
      to: string;
      transactionId: string;
    }
  | { op: "acknowledge"; requestId: number; id: string; session: string; transactionId: string };

export type BaselineReply =
  | { type: "done"; requestId: number; error?: string }
  | { type: "page"; samples: BaselineSample[] };

const [path, port] = process.argv.slice(2);
if (!path) throw new Error("usage: server.ts DATA_FOLDER [PORT]");

const store = new BaselineStore(path);
/** Watching sockets, each with its session id, by their user's e-mail. */
const watchers = new Map<string, Map<WebSocket, string>>();

const server = new WebSocketServer({ port: Number(port ?? 0), host: "127.0.0.1" });
server.on("listening", () => {
  const address = server.address();
  if (typeof address === "object" && address) console.log(`listening ${address.port}`);
});

server.on("connection", (socket) => {
  socket.on("message", (data: Buffer) => {
    void handle(socket, JSON.parse(data.toString()) as BaselineRequest);
  });
});

async function handle(socket: WebSocket, request: BaselineRequest) {
  const reply = (message: BaselineReply) => socket.send(JSON.stringify(message));
  if (request.op === "watch") {
    const sockets = watchers.get(request.user) ?? new Map<WebSocket, string>();
    watchers.set(request.user, sockets.set(socket, request.session));
    return reply({ type: "page", samples: store.firstPage(request.session) });
  }
  const { requestId } = request;
  try {
    const concerned = change(request);
    await store.flushed;
    reply({ type: "done", requestId });
    for (const user of concerned) {
      for (const [watcher, session] of watchers.get(user) ?? []) {
        const page: BaselineReply = { type: "page", samples: store.firstPage(session) };
        watcher.send(JSON.stringify(page));
      }
    }
  } catch (error) {
    reply({ type: "done", requestId, error: (error as Error).message });
  }
}

/** Applies a request. @returns e-mails of the people whose list changed */
function change(request: Exclude<BaselineRequest, { op: "watch" }>): string[] {
  switch (request.op) {
    case "seed":
      store.seed(request.users, request.samples);
      return [];
    case "transfer":
      return store.transfer(request.session, request.id, request.to, request.transactionId);
    case "acknowledge":
      return store.acknowledge(request.session, request.id, request.transactionId);
  }
}
