import { ConvexHttpClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { decodeRows, ROW_FORMAT, type SampleRow } from "#domain/samples/compactRows";
import { throwRejections } from "../workerFaults";
import { CopyHost } from "./copyHost";
import { EncryptedTableStorage } from "./encryptedTableStorage";
import type { PageMessage, WorkerMessage } from "./copyMessages";
import { IndexedDbPartStorage } from "./partStorage";
import { SAMPLE_COLUMNS } from "./sampleColumns";
import { api } from "../../../convex/_generated/api";
import { FeedRefused, type FeedPlace, type FeedServer } from "./feed";

/** The worker that holds a replica of all samples; started by `sampleCopy`. */
const page = self as unknown as {
  postMessage(message: WorkerMessage<SampleRow>): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<PageMessage>) => void): void;
};
const log = (text: string) => console.warn(text);
throwRejections();

/** Queues tasks in the event loop, alternating with the page's messages. */
const { port1: nextTask, port2: tasks } = new MessageChannel();
const deferred: (() => void)[] = [];
tasks.onmessage = () => deferred.shift()?.();

let token: string | null = null;
let host: CopyHost<SampleRow> | null = null;

function open(url: string): CopyHost<SampleRow> {
  return new CopyHost<SampleRow>({
    server: httpFeed(url, () => token),
    columns: SAMPLE_COLUMNS,
    send: (message) => page.postMessage(message),
    defer: (task) => {
      deferred.push(task);
      nextTask.postMessage(null);
    },
    sleep: (ms) => new Promise((wake) => setTimeout(wake, ms)),
    becomeWriter,
    now: () => performance.now(),
    log,
  });
}

let isWriter = false;

/** The worker holds the lock until it terminates. */
function becomeWriter(): Promise<boolean> {
  // Browsers hide locks on plain-HTTP pages, which store no replica.
  const locks = navigator.locks as LockManager | undefined;
  if (isWriter || locks === undefined) return Promise.resolve(isWriter);
  return new Promise((resolve) => {
    void locks.request("sms-copy", { ifAvailable: true }, async (lock) => {
      isWriter = lock !== null;
      resolve(isWriter);
      if (isWriter) await new Promise(() => undefined);
    });
  });
}

page.addEventListener("message", ({ data }) => {
  switch (data.kind) {
    case "open":
      host = open(data.url);
      return;
    case "keep":
      void host?.start(
        data.kept &&
          new EncryptedTableStorage({ storage: new IndexedDbPartStorage(), log, ...data.kept }),
      );
      return;
    case "token":
      token = data.token;
      return;
    case "follow":
      host?.follow(data.position);
      return;
    case "ask":
      host?.ask(data.id, data.question);
      return;
    case "withdraw":
      host?.withdraw(data.id);
      return;
  }
  data satisfies never;
});

/**
 * The feed of all samples over HTTP, which is compressed, unlike the WebSocket.
 *
 * @param tokenOf returns the user's current access token
 */
function httpFeed(url: string, tokenOf: () => string | null): FeedServer<SampleRow> {
  const client = new ConvexHttpClient(url);
  return {
    page: (end, cursor) =>
      asking(async () => {
        setAuth(client, tokenOf());
        const args = { cursor, isNewestFirst: end === "newest" };
        const page = await client.query(api.sampleFeed.page, args);
        return { rows: decode(page), cursor: page.cursor };
      }),
    changes: ({ runId, heads }: FeedPlace) =>
      asking(async () => {
        setAuth(client, tokenOf());
        const args = { runId, heads: [...heads] };
        const changes = await client.query(api.sampleFeed.changes, args);
        return changes && { ...changes, rows: decode(changes) };
      }),
  };
}

function setAuth(client: ConvexHttpClient, token: string | null): void {
  if (token === null) throw new Error("Not signed in yet");
  client.setAuth(token);
}

async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ConvexError) throw new FeedRefused(error.message, { cause: error });
    throw error;
  }
}

function decode({ format, rows }: { format: number; rows: string }) {
  // The server was updated while this page was open; the page must be reloaded.
  if (format !== ROW_FORMAT) throw new FeedRefused(`Rows of format ${format}, not ${ROW_FORMAT}`);
  return decodeRows(rows);
}
