import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "../../../domain/compactRows";
import type { Actor } from "../../../domain/workflow";
import { copyKey, forgetCopy } from "./copyKey";
import type { PageMessage } from "./copyMessages";
import { CopyStore, type CopyPort } from "./copyStore";
import { isAt, type FeedPosition } from "./feed";
import type { MapStore } from "./mapStore";
import { watchSparingly } from "./watchSparingly";
import { whileVisible } from "./whileVisible";

/** A worker and the store on it. `reader`: who sees its rows. */
type OpenCopy = {
  readonly reader: string;
  readonly worker: Worker;
  readonly store: CopyStore<SampleRow>;
};

let open: OpenCopy | null = null;
let token: string | null = null;

/**
 * Returns this page's copy of all samples, for an admin: one for all lists, as long as the page is
 * open. Null where the browser has no workers.
 */
export function sampleCopy(
  client: ConvexReactClient,
  { email, role }: Actor,
): MapStore<SampleRow> | null {
  const reader = `${email} ${role}`;
  if (open?.reader === reader) return open.store;
  closeCopy();
  if (typeof Worker === "undefined") return null;
  const worker = new Worker(new URL("./copyWorker.ts", import.meta.url), { type: "module" });
  const tell = (message: PageMessage) => worker.postMessage(message);
  tell({ kind: "open", url: client.url });
  tell({ kind: "token", token });
  void copyKey(client, { email, role }).then((kept) => tell({ kind: "keep", kept }));
  const store = new CopyStore<SampleRow>({
    port: worker as CopyPort<SampleRow>,
    watchPosition: (onPosition, onRefused) =>
      whileVisible(() => {
        const refuse = (error: Error) => {
          worker.terminate(); // whoever is refused may not see these rows any more
          onRefused(error);
        };
        const watch = (onValue: typeof onPosition) => watchPosition(client, onValue, refuse);
        return watchSparingly(watch, isAt, onPosition);
      }),
  });
  open = { reader, worker, store };
  return store;
}

function closeCopy(): void {
  open?.worker.terminate();
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
  open?.worker.postMessage({ kind: "token", token } satisfies PageMessage);
}
