import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import type { Actor } from "#domain/custody/workflow";
import { workerFault } from "../workerFaults";
import { copyKey, forgetCopy } from "./copyKey";
import type { PageMessage } from "./copyMessages";
import { CopyStore, type CopyPort } from "./copyStore";
import { isAt, type FeedPosition } from "./feed";
import type { MapStore } from "./mapStore";
import { watchSparingly } from "./watchSparingly";
import { whileVisible } from "./whileVisible";

/** `reader`: who sees its rows. `worker`: null until somebody needs them. */
type OpenCopy = {
  readonly reader: string;
  worker: Worker | null;
  readonly store: CopyStore<SampleRow>;
};

let open: OpenCopy | null = null;
let token: string | null = null;

/**
 * Returns this page's copy of all samples, for an admin: one for all lists, as long as the page is
 * open and the server does not refuse it. Null where the browser has no workers.
 */
export function sampleCopy(client: ConvexReactClient, actor: Actor): MapStore<SampleRow> | null {
  const reader = `${actor.email} ${actor.role}`;
  if (open?.reader === reader) return open.store;
  closeCopy();
  if (typeof Worker === "undefined") return null;
  /** Another table gets a copy anew: whoever was refused may be allowed to see all again. */
  const giveUp = () => {
    copy.worker?.terminate();
    if (open === copy) open = null;
  };
  const store = new CopyStore<SampleRow>({
    openPort: () => {
      const worker = new Worker(new URL("./copyWorker.ts", import.meta.url), { type: "module" });
      copy.worker = worker;
      // Without its file, for one: the server may have a newer version of it.
      worker.addEventListener("error", (event) => {
        giveUp();
        store.fail(new Error(`The worker of the copy failed: ${workerFault(event)}`));
      });
      // Whoever has signed out meanwhile leaves nothing in this browser.
      if (open === copy) begin(worker, client, actor);
      return worker as CopyPort<SampleRow>;
    },
    watchPosition: (onPosition, onRefused) =>
      whileVisible(() => {
        const refuse = (error: Error) => {
          giveUp(); // whoever is refused may not see these rows any more
          onRefused(error);
        };
        const watch = (onValue: typeof onPosition) => watchPosition(client, onValue, refuse);
        return watchSparingly(watch, isAt, onPosition);
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

/** Ends the copy and deletes what the browser keeps of it; to be called before signing out. */
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

/** Hands the person's present access token to the copy, which loads over HTTP. */
export function setCopyToken(present: string | null): void {
  token = present;
  open?.worker?.postMessage({ kind: "token", token } satisfies PageMessage);
}
