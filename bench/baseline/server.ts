/**
 * What a good engineer would write by hand for one hand-over list: `lmdb` and `ws`, nothing between.
 * It does the work our product does for a transfer and its acknowledgement: dedupe id, checks, the
 * sample with its list index entries, a history record, both counters, one transaction, an answer
 * after fsync, and the first page of the list re-read and pushed to whoever watches it.
 * It is the yardstick of `npm run bench`, not a product: no accounts, one list, one process.
 */
import { open } from "lmdb";
import { WebSocketServer, type WebSocket } from "ws";

const PAGE = 50;

export interface BaselineSample {
  id: string;
  status: "Registered" | "In Transit" | "In Use";
  samplmanag: string;
  inTransitTo: string | null;
  transferSort: number;
  [field: string]: string | number | null;
}

export type BaselineRequest =
  | { op: "seed"; samples: BaselineSample[]; requestId: number }
  | { op: "watch"; user: string }
  | {
      op: "transfer";
      requestId: number;
      id: string;
      user: string;
      to: string;
      transactionId: string;
    }
  | { op: "acknowledge"; requestId: number; id: string; user: string; transactionId: string };

export type BaselineReply =
  { type: "done"; requestId: number; error?: string } | { type: "page"; samples: BaselineSample[] };

const [path, port] = process.argv.slice(2);
if (!path) throw new Error("usage: server.ts DATA_FOLDER [PORT]");

const root = open({ path, overlappingSync: true, maxDbs: 8 });
const samples = root.openDB<BaselineSample, string>({ name: "samples" });
/** [list key, sort, id] -> id. List keys: `to:<e-mail>` and `mine:<e-mail>`. */
const lists = root.openDB<string, [string, number, string]>({ name: "lists" });
const history = root.openDB<object, [string, number]>({ name: "history" });
const counters = root.openDB<number, string>({ name: "counters" });
const transactions = root.openDB<number, string>({ name: "transactions" });
const watchers = new Map<string, Set<WebSocket>>();

function listKeys(sample: BaselineSample) {
  const keys = [`mine:${sample.samplmanag}`];
  if (sample.inTransitTo) keys.push(`to:${sample.inTransitTo}`);
  return keys;
}

function put(before: BaselineSample | undefined, after: BaselineSample) {
  if (before) {
    for (const key of listKeys(before)) void lists.remove([key, before.transferSort, before.id]);
    count(before, -1);
  }
  for (const key of listKeys(after)) void lists.put([key, after.transferSort, after.id], after.id);
  count(after, 1);
  void samples.put(after.id, after);
}

function count(sample: BaselineSample, by: number) {
  const key = `${sample.samplmanag}:${sample.status}`;
  void counters.put(key, (counters.get(key) ?? 0) + by);
}

function firstPage(user: string): BaselineSample[] {
  const key = `to:${user}`;
  const page: BaselineSample[] = [];
  for (const { value } of lists.getRange({
    start: [key, Infinity, ""],
    end: [key, 0, ""],
    reverse: true,
    limit: PAGE,
  })) {
    const sample = samples.get(value);
    if (sample) page.push(sample);
  }
  return page;
}

/** One atomic step. Answers the refusal, or the users whose list changed. */
function step(request: Extract<BaselineRequest, { transactionId: string }>): string | string[] {
  return root.transactionSync(() => {
    if (transactions.doesExist(request.transactionId)) {
      return "This transaction was already processed!";
    }
    const before = samples.get(request.id);
    if (!before) return "Sample does not exist!";
    const now = Date.now();
    let after: BaselineSample;
    if (request.op === "transfer") {
      if (before.status === "In Transit" || before.samplmanag !== request.user) return "refused";
      after = { ...before, status: "In Transit", inTransitTo: request.to, transferSort: now };
    } else {
      if (before.status !== "In Transit" || before.inTransitTo !== request.user) return "refused";
      after = {
        ...before,
        status: "In Use",
        samplmanag: request.user,
        lastmanag: before.samplmanag,
        inTransitTo: null,
        transferSort: now,
      };
    }
    void transactions.put(request.transactionId, now);
    put(before, after);
    void history.put([after.id, now], { ...after, action: request.op, actiondate: now });
    return [before.inTransitTo, after.inTransitTo].filter((user) => user !== null);
  });
}

const server = new WebSocketServer({ port: Number(port ?? 0), host: "127.0.0.1" });
server.on("listening", () => {
  const address = server.address();
  if (typeof address === "object" && address) console.log(`listening ${address.port}`);
});

server.on("connection", (socket) => {
  const reply = (message: BaselineReply) => socket.send(JSON.stringify(message));
  socket.on("message", (data: Buffer) => {
    void handle(JSON.parse(data.toString()) as BaselineRequest);
  });

  async function handle(request: BaselineRequest) {
    if (request.op === "watch") {
      const set = watchers.get(request.user) ?? new Set();
      watchers.set(request.user, set.add(socket));
      return reply({ type: "page", samples: firstPage(request.user) });
    }
    if (request.op === "seed") {
      root.transactionSync(() => request.samples.forEach((sample) => put(undefined, sample)));
      await root.flushed;
      return reply({ type: "done", requestId: request.requestId });
    }
    const outcome = step(request);
    if (typeof outcome === "string") {
      return reply({ type: "done", requestId: request.requestId, error: outcome });
    }
    await root.flushed;
    reply({ type: "done", requestId: request.requestId });
    for (const user of outcome) {
      const message = JSON.stringify({ type: "page", samples: firstPage(user) });
      watchers.get(user)?.forEach((watcher) => watcher.send(message));
    }
  }
});
