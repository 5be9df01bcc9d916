import type { SampleRow } from "../../../domain/compactRows";
import { CopyHost } from "./copyHost";
import type { PageMessage, WorkerMessage } from "./copyMessages";
import { httpFeed } from "./httpFeed";
import { SAMPLE_COLUMNS } from "./sampleColumns";

/** The worker that holds a copy of all samples; `CopyStore` starts it. */
const worker = self as unknown as {
  postMessage(message: WorkerMessage<SampleRow>): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<PageMessage>) => void): void;
};

const { port1: nextTask, port2: tasks } = new MessageChannel();
const deferred: (() => void)[] = [];
tasks.onmessage = () => deferred.shift()?.();

let token: string | null = null;
let host: CopyHost<SampleRow> | null = null;

function open(url: string): CopyHost<SampleRow> {
  return new CopyHost<SampleRow>({
    server: httpFeed(url, () => token),
    columns: SAMPLE_COLUMNS,
    send: (message) => worker.postMessage(message),
    defer: (task) => {
      deferred.push(task);
      nextTask.postMessage(null);
    },
    sleep: (ms) => new Promise((wake) => setTimeout(wake, ms)),
    log: (text) => console.warn(text),
  });
}

worker.addEventListener("message", ({ data }) => {
  switch (data.kind) {
    case "open":
      host = open(data.url);
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
