/**
 * Keys to the encrypted copies that browsers keep of the data that their person may see. The server
 * gives a key only to a live session, so a copy is unreadable once its person's session has ended.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorMutationCtx } from "../../lib/functions";

const KEY_BYTES = 32;

/** Room for a UUID. */
const MAX_ID_LENGTH = 100;

/**
 * Maximum number of browsers per person that keep a copy; one more deletes the oldest key. Also
 * bounds `deleteAll`.
 */
const MAX_COPIES = 10;

/** @throws INPUT_INVALID if the id is empty or longer than 100 characters */
export async function getOrCreate(ctx: ActorMutationCtx, copyId: string): Promise<ArrayBuffer> {
  if (copyId === "" || copyId.length > MAX_ID_LENGTH) {
    throw appError("INPUT_INVALID", { field: "copyId" });
  }
  const keys = await ofUser(ctx, ctx.actor._id);
  const present = keys.find((key) => key.copyId === copyId);
  if (present !== undefined) return present.key;
  for (const { _id } of keys.slice(0, Math.max(0, keys.length - MAX_COPIES + 1))) {
    await ctx.db.delete("copyKeys", _id);
  }
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES)).buffer;
  await ctx.db.insert("copyKeys", { uid: ctx.actor._id, copyId, key });
  return key;
}

export async function forget(ctx: ActorMutationCtx, copyId: string): Promise<void> {
  const keys = await ofUser(ctx, ctx.actor._id);
  for (const key of keys) if (key.copyId === copyId) await ctx.db.delete("copyKeys", key._id);
}

/**
 * Makes every copy of a person unreadable, in the transaction that changes what they may see.
 */
export async function deleteAll(ctx: MutationCtx, uid: Id<"users">): Promise<void> {
  for (const { _id } of await ofUser(ctx, uid)) await ctx.db.delete("copyKeys", _id);
}

/** The keys of a person, oldest first; at most `MAX_COPIES`. */
async function ofUser(ctx: MutationCtx, uid: Id<"users">): Promise<Doc<"copyKeys">[]> {
  return await ctx.db
    .query("copyKeys")
    .withIndex("by_uid", (q) => q.eq("uid", uid))
    .take(MAX_COPIES);
}
