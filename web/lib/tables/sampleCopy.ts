import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import type { Actor } from "#domain/custody/workflow";
import { workerFault } from "../workerFaults";
import { copyKey, forgetCopy } from "./copyKey";
import type { PageMessage } from "./copyMessages";
import { CopyStore, type CopyPort } from "./copyStore";
import { isAt, type FeedPosition } from "./feed";
import type { MapStore } from "./rowStore";
import { throttleWatch } from "./watchSparingly";
import { whileVisible } from "./whileVisible";

/** `reader`: the user who sees its rows. `worker`: null until the replica is needed. */
type OpenCopy = {
  readonly reader: string;
  worker: Worker | null;
  readonly store: CopyStore<SampleRow>;
};

let open: OpenCopy | null = null;
let token: string | null = null;

/**
 * Returns this page's replica of all samples, for an admin: shared by all lists, until the page is
 * closed or the server refuses it. Null in browsers without workers.
 */
export function sampleCopy(client: ConvexReactClient, actor: Actor): MapStore<SampleRow> | null {
  const reader = `${actor.email} ${actor.role}`;
  if (open?.reader === reader) return open.store;
  closeCopy();
  if (typeof Worker === "undefined") return null;
  /** The next table opens a new replica: a user who was refused may regain access. */
  const giveUp = () => {
    copy.worker?.terminate();
    if (open === copy) open = null;
  };
  const store = new CopyStore<SampleRow>({
    openPort: () => {
      const worker = new Worker(new URL("./copyWorker.ts", import.meta.url), { type: "module" });
      copy.worker = worker;
      // For example if its file is missing, because the server has a newer version.
      worker.addEventListener("error", (event) => {
        giveUp();
        store.fail(new Error(`The worker of the copy failed: ${workerFault(event)}`));
      });
      // After signing out, nothing must be stored in this browser any more.
      if (open === copy) begin(worker, client, actor);
      return worker as CopyPort<SampleRow>;
    },
    watchPosition: (onPosition, onRefused) =>
      whileVisible(() => {
        const refuse = (error: Error) => {
          giveUp(); // a refused user may no longer see these rows
          onRefused(error);
        };
        const watch = (onValue: typeof onPosition) => watchPosition(client, onValue, refuse);
        return throttleWatch(watch, isAt, onPosition);
      }),
  });
  const copy: OpenCopy = { reader, worker: null, store };
  open = copy;
  return store;
}

function begin(worker: Worker, client: ConvexReactClient, actor: Actor): void {
  const tell = (message: PageMessage) => worker.postMessage(message);
  tell({ kind: "open", url: client.url });
  tell({ kind: "token", token });
  void copyKey(client, actor).then((kept) => tell({ kind: "keep", kept }));
}

function closeCopy(): void {
  open?.worker?.terminate();
  open = null;
}

/** Closes the replica and deletes its stored data. Call it before signing out. */
export async function deleteCopy(client: ConvexReactClient): Promise<void> {
  closeCopy();
  await forgetCopy(client);
}

function watchPosition(
  client: ConvexReactClient,
  onPosition: (position: FeedPosition) => void,
  onRefused: (error: Error) => void,
): () => void {
  const watch = client.watchQuery(api.sampleFeed.position, {});
  const read = () => {
    try {
      const position = watch.localQueryResult();
      if (position !== undefined) onPosition(position);
    } catch (error) {
      onRefused(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const stop = watch.onUpdate(read);
  read();
  return stop;
}

/** Passes the user's current access token to the replica, which loads over HTTP. */
export function setCopyToken(present: string | null): void {
  token = present;
  open?.worker?.postMessage({ kind: "token", token } satisfies PageMessage);
}
