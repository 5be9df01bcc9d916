import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ROW_FORMAT } from "#domain/samples/compactRows";
import type { Actor } from "#domain/custody/workflow";
import { authStorage } from "../account/authStorage";
import { inBackground } from "../connection/backgroundCalls";
import { newTransactionId } from "../transactionId";
import type { PageMessage } from "./copyMessages";
import { IndexedDbPartStorage } from "./partStorage";

/** Key under which the browser stores the random id by which the server identifies its replica. */
const COPY_ID_KEY = "sms.copy";

type Kept = Extract<PageMessage, { kind: "keep" }>["kept"];

/**
 * Requests the server's key for the replica that this browser stores for `reader`. Null if nothing
 * may be stored: a session that is not remembered, a page not served over HTTPS, a refusal.
 */
export async function copyKey(client: ConvexReactClient, reader: Actor): Promise<Kept> {
  // The types declare it as always defined; browsers hide it on plain-HTTP origins.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!authStorage.isRemembered() || subtle === undefined) return null;
  const copyId = localStorage.getItem(COPY_ID_KEY) ?? newTransactionId();
  localStorage.setItem(COPY_ID_KEY, copyId);
  try {
    const bytes = await inBackground(client.mutation(api.sampleFeed.copyKey, { copyId }));
    const key = await subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    const owner = JSON.stringify([client.url, reader.email, reader.role, ROW_FORMAT]);
    return { key, owner };
  } catch {
    return null; // the replica is loaded and kept in memory only
  }
}

/**
 * Deletes the stored replica and the server's key to it. Call it before signing out. A session that
 * is not remembered stores nothing; a stored replica belongs to the remembered user and is kept.
 */
export async function forgetCopy(client: ConvexReactClient): Promise<void> {
  if (!authStorage.isRemembered()) return;
  const copyId = localStorage.getItem(COPY_ID_KEY);
  if (copyId === null) return;
  localStorage.removeItem(COPY_ID_KEY);
  const cleared = new IndexedDbPartStorage().clear();
  await Promise.allSettled([cleared, client.mutation(api.sampleFeed.forgetCopy, { copyId })]);
}
