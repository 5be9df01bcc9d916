import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ROW_FORMAT } from "#domain/samples/compactRows";
import type { Actor } from "#domain/custody/workflow";
import { authStorage } from "../account/authStorage";
import { newTransactionId } from "../transactionId";
import type { PageMessage } from "./copyMessages";
import { IndexedDbPartStorage } from "./partStorage";

/** Under it, the browser stores the random name by which the server knows its copy. */
const COPY_ID_KEY = "sms.copy";

type Kept = Extract<PageMessage, { kind: "keep" }>["kept"];

/**
 * Asks the server for the key to what this browser keeps for `reader`. Null if it keeps nothing: a
 * session that is not remembered, a page that is not served over HTTPS, a refusal.
 */
export async function copyKey(client: ConvexReactClient, reader: Actor): Promise<Kept> {
  // The types say that it is always there; browsers hide it on plain-HTTP origins.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!authStorage.isRemembered() || subtle === undefined) return null;
  const copyId = localStorage.getItem(COPY_ID_KEY) ?? newTransactionId();
  localStorage.setItem(COPY_ID_KEY, copyId);
  try {
    const bytes = await client.mutation(api.sampleFeed.copyKey, { copyId });
    const key = await subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    const owner = JSON.stringify([client.url, reader.email, reader.role, ROW_FORMAT]);
    return { key, owner };
  } catch {
    return null; // the copy is loaded and lives in memory alone
  }
}

/**
 * Deletes what this browser keeps, and the server's key to it; to be called before signing out. A
 * session of this tab alone keeps nothing: what is here is the first person's.
 */
export async function forgetCopy(client: ConvexReactClient): Promise<void> {
  if (!authStorage.isRemembered()) return;
  const copyId = localStorage.getItem(COPY_ID_KEY);
  if (copyId === null) return;
  localStorage.removeItem(COPY_ID_KEY);
  const cleared = new IndexedDbPartStorage().clear();
  await Promise.allSettled([cleared, client.mutation(api.sampleFeed.forgetCopy, { copyId })]);
}
