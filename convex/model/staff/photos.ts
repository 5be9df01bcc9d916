/** The only writer of `photos`. A person has at most one photo. */
import { getOneFrom } from "convex-helpers/server/relationships";
import * as UserWrites from "../accounts/userWrites";
import { isPlainPhoto } from "#domain/files/jpeg";
import { MAX_TEXT, plainText } from "#domain/common/plainText";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";

/**
 * Validates the bytes before they are stored.
 * @throws PHOTO_REFUSED (domain/files/jpeg.ts)
 */
export function requirePhoto(photo: ArrayBuffer): void {
  if (!isPlainPhoto(new Uint8Array(photo))) throw appError("PHOTO_REFUSED");
}

/** Makes a stored file the caller's photo, and deletes the previous one. */
export async function replace(
  ctx: UserMutationCtx,
  { storageId, fileName }: { storageId: Id<"_storage">; fileName: string },
): Promise<void> {
  const { _id: uid } = ctx.actor;
  await remove(ctx, uid);
  const url = await ctx.storage.getUrl(storageId);
  if (url === null) throw new Error(`File ${storageId} is gone before it became a photo`);
  const name = plainText(fileName).slice(0, MAX_TEXT) || "photo.jpg";
  await ctx.db.insert("photos", { uid, fileName: name, storageId });
  // Path only: users may open the app under several host names.
  await UserWrites.setPhotoURL(ctx, uid, new URL(url).pathname);
}

/** Deletes a person's photo and its file. Idempotent. */
export async function remove(ctx: MutationCtx, uid: Id<"users">): Promise<void> {
  const photo = await getOneFrom(ctx.db, "photos", "by_uid", uid);
  if (photo === null) return;
  await ctx.db.delete("photos", photo._id);
  await ctx.storage.delete(photo.storageId);
  await UserWrites.setPhotoURL(ctx, uid, "");
}

/**
 * Age at which an unreferenced file counts as an interrupted upload; an upload takes about a
 * second.
 */
const CUT_OFF_MS = 60 * 60 * 1000;
const BATCH = 200;

/**
 * Deletes files that were never attached to a photo or mail because the server stopped in between.
 * Reads one batch of the files created after `from` (epoch ms).
 *
 * @returns the creation time to continue from, or null after the last file
 */
export async function sweep(ctx: MutationCtx, from: number, now: number): Promise<number | null> {
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q.gt("_creationTime", from).lt("_creationTime", now - CUT_OFF_MS),
    )
    .take(BATCH);
  for (const { _id } of files) {
    const photo = await ctx.db
      .query("photos")
      .withIndex("by_storageId", (q) => q.eq("storageId", _id))
      .first();
    const mail = await ctx.db
      .query("mail")
      .withIndex("by_attachment", (q) => q.eq("attachment.storageId", _id))
      .first();
    if (photo === null && mail === null) await ctx.storage.delete(_id);
  }
  return files.length === BATCH ? (files.at(-1)?._creationTime ?? null) : null;
}
