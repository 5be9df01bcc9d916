/** The caller's own profile and photo. */
import { v } from "convex/values";
import { omitUndefined } from "#domain/common/objects";
import { isStrongPassword } from "#domain/common/password";
import { PENDING_FIELDS } from "#domain/custody/workflow";
import { internal } from "./_generated/api";
import { action, internalMutation } from "./_generated/server";
import { requireCurrentPassword } from "./lib/signIn/currentPassword";
import { appError, passwordsBusy } from "./lib/errors";
import { userInternalMutation, userInternalQuery, userMutation, userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Absences from "./model/people/absences";
import * as PasswordChange from "./model/accounts/passwordChange";
import * as Photos from "./model/staff/photos";
import * as Profile from "./model/staff/profile";
import * as StandIns from "./model/people/standIns";
import { away, place, placeInput } from "./schema/accounts";

/**
 * Saves the given parts of the caller's personal information. An address must include its city,
 * country and coordinates, and the device position is likewise complete or omitted. Role,
 * supervisor, limits and e-mail cannot be set here.
 *
 * @throws FIELD_MISSING, FIELD_TOO_LONG, FIELD_INVALID
 */
export const save = userMutation({
  args: {
    displayName: v.optional(v.string()),
    passPort: v.optional(v.string()),
    phoneNumber: v.optional(v.string()),
    place: v.optional(placeInput),
    position: v.optional(
      v.object({ realLocation: v.string(), realLat: v.number(), realLng: v.number() }),
    ),
  },
  returns: v.null(),
  handler: (ctx, stated) => Profile.save(ctx, stated),
});

/** Hides the notice that pages are for signed-in users only, in all browsers of the caller. */
export const dismissNotice = userMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => Profile.dismissNotice(ctx),
});

/**
 * Sets the caller's absence and stand-in; null clears it.
 *
 * @throws AWAY_DATES, AWAY_OVER, AWAY_TOO_LONG, STAND_IN_UNKNOWN, each naming the field
 */
export const setAway = userMutation({
  args: { away: v.union(away, v.null()) },
  returns: v.null(),
  handler: (ctx, { away }) => Profile.setAway(ctx, away, Date.now()),
});

/**
 * Which of the caller's requests this person could answer as their stand-in: `StandInScope` of
 * domain/people/away.ts. Null if there is no such active user.
 */
export const standInScope = userQuery({
  args: { email: v.string() },
  returns: v.union(
    v.object({ requests: v.array(oneOf(PENDING_FIELDS)), isListed: v.boolean() }),
    v.null(),
  ),
  handler: (ctx, { email }) => StandIns.scopeOf(ctx, email),
});

/**
 * Grants or revokes the rights of a person's stand-in when the absence begins or ends:
 * model/people/absences.ts.
 */
export const followAbsence = internalMutation({
  args: { uid: v.id("users") },
  returns: v.null(),
  handler: (ctx, { uid }) => Absences.follow(ctx, uid, Date.now()),
});

/**
 * Runs `followAbsence` for every absence that has not ended. Called by a cron; each batch schedules
 * the next.
 */
export const followAbsences = internalMutation({
  args: { cursor: v.optional(v.string()) },
  returns: v.null(),
  handler: (ctx, { cursor }) => Absences.followAll(ctx, cursor ?? null, Date.now()),
});

/**
 * Stores the caller's photo: a JPEG as described in domain/files/jpeg.ts, which browsers create
 * before uploading. Any other content is refused. The previous photo is deleted.
 *
 * @throws NOT_SIGNED_IN, DISABLED, PHOTO_REFUSED
 */
export const setPhoto = action({
  args: { photo: v.bytes(), fileName: v.string() },
  returns: v.null(),
  handler: async (ctx, { photo, fileName }): Promise<void> => {
    await ctx.runQuery(internal.profile.requireCaller, {});
    Photos.requirePhoto(photo);
    const storageId = await ctx.storage.store(new Blob([photo], { type: "image/jpeg" }));
    await ctx.runMutation(internal.profile.replacePhoto, { storageId, fileName });
  },
});

/** Checks access before a file is stored. */
export const requireCaller = userInternalQuery({
  args: {},
  returns: v.null(),
  handler: () => null,
});

export const replacePhoto = userInternalMutation({
  args: { storageId: v.id("_storage"), fileName: v.string() },
  returns: v.null(),
  handler: (ctx, args) => Photos.replace(ctx, args),
});

export const removePhoto = userMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => Photos.remove(ctx, ctx.actor._id),
});

/**
 * Changes the caller's password and ends their other sessions. `browser`: the token of
 * web/lib/account/browserToken.ts. `revokesTokens`: whether to revoke the caller's API tokens too;
 * by default they are kept.
 *
 * @throws PASSWORDS_OFF, NOT_SIGNED_IN, DISABLED, PASSWORD_WEAK, TOO_MANY_ATTEMPTS, PASSWORDS_BUSY,
 *   PASSWORD_WRONG
 */
export const changePassword = action({
  args: {
    currentPassword: v.string(),
    newPassword: v.string(),
    browser: v.optional(v.string()),
    revokesTokens: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, args): Promise<void> => {
    const { currentPassword, newPassword, browser, revokesTokens = false } = args;
    const field = "currentPassword";
    const { compared, place } = await requireCurrentPassword(ctx, currentPassword, field);
    if (!isStrongPassword(newPassword)) throw appError("PASSWORD_WEAK", {}, "password");
    const secret = await ctx.runAction(internal.passwords.hash, { password: newPassword, place });
    if (secret === null) throw passwordsBusy();
    const change = { compared, secret, revokesTokens, ...omitUndefined({ browser }) };
    const isChanged = await ctx.runMutation(internal.profile.applyPasswordChange, change);
    if (!isChanged) throw appError("PASSWORD_WRONG", {}, field);
  },
});

/** Uses up an attempt to enter the current password (lib/signIn/currentPassword.ts). */
export const beginPasswordChange = userInternalMutation({
  args: {},
  returns: v.union(
    v.object({ waitMs: v.number() }),
    v.object({ waitMs: v.null(), secret: v.union(v.string(), v.null()), place }),
  ),
  handler: (ctx) => PasswordChange.begin(ctx, Date.now()),
});

export const applyPasswordChange = userInternalMutation({
  args: {
    compared: v.string(),
    secret: v.string(),
    browser: v.optional(v.string()),
    revokesTokens: v.boolean(),
  },
  returns: v.boolean(),
  handler: (ctx, args) => PasswordChange.apply(ctx, args, Date.now()),
});

/** Deletes files of interrupted uploads. Called by a cron; each transaction is bounded. */
export const sweepPhotos = internalMutation({
  args: { from: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { from = 0 }) => {
    const next = await Photos.sweep(ctx, from, Date.now());
    if (next !== null)
      await ctx.scheduler.runAfter(0, internal.profile.sweepPhotos, { from: next });
  },
});
