/**
 * Reads the personal data stored about the caller outside their user document, for the data export
 * that they download.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { PaginationOptions } from "convex/server";
import { omitUndefined, pickFields } from "#domain/common/objects";
import type { Id } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import { mergeRanges } from "../../lib/mergedRanges";
import { addressesNow } from "../people/addressMoves";
import * as ApiTokens from "../access/apiTokens";
import * as Identities from "../accounts/identities";
import * as Provisioned from "../accounts/provisioned";
import { capPage } from "../common/pages";

/** Maximum number of mails; they are kept for 30 days, and no one receives more in that time. */
const MAX_MAILS = 1_000;

/**
 * A code in a subject line. It is removed, because anyone who finds the export could sign in with
 * it.
 */
const CODE = /\b\d{8}\b/g;

/**
 * The caller's photo file, their link to the issuer, what the company's directory stated, the
 * browsers and networks that are known, and their API tokens and mails, in outline.
 */
export async function outline(ctx: UserQueryCtx) {
  const { _id, email, formerEmails = [] } = ctx.actor;
  const photo = await getOneFrom(ctx.db, "photos", "by_uid", _id);
  const known = await ctx.db
    .query("knownClients")
    .withIndex("by_email_and_mark", (q) => q.eq("email", email))
    .collect(); // at most 20: model/access/knownClients.ts
  const addresses = [email, ...formerEmails.map((former) => former.email)];
  const mails = await mergeRanges<"mail">(ctx, addresses, ["_creationTime"], (db, address) =>
    db
      .query("mail")
      .withIndex("by_to", (q) => q.eq("to", address))
      .order("desc"),
  ).take(MAX_MAILS);
  const tokens = await ApiTokens.list(ctx);
  const row = await Provisioned.get(ctx, _id);
  return {
    companySignIn: await Identities.get(ctx, _id),
    directory: row && pickFields(row, ["externalId", "givenName", "familyName"]),
    photoFileName: photo?.fileName ?? null,
    knownClients: known.map(({ lastUsedAt }) => ({ lastUsedAt })),
    apiTokens: tokens.map(({ _creationTime, ...token }) => ({
      createdAt: _creationTime,
      ...pickFields(token, ["name", "scopes", "lastUsedAt", "expiresAt"]),
    })),
    mails: mails.map(({ _creationTime, message, status, sentAt }) =>
      omitUndefined({
        queuedAt: _creationTime,
        subject: message.subject.replace(CODE, "********"),
        status,
        sentAt,
      }),
    ),
  };
}

/**
 * One page of the samples that the caller registered, with the values entered at registration,
 * wherever the samples are now. Later changes belong to later holders and are not included. Reads
 * one history record per sample.
 */
export async function registered(ctx: UserQueryCtx, paginationOpts: PaginationOptions) {
  const { email } = ctx.actor;
  const addresses = await addressesNow(ctx, email);
  const rows = mergeRanges<"samples">(ctx, addresses, ["status", "listDate"], (db, address) =>
    db
      .query("samples")
      .withIndex("by_registeredby_and_status_and_listDate", (q) => q.eq("registeredby", address))
      .order("asc"),
  );
  const found = await rows.paginate(capPage(paginationOpts));
  const page = [];
  for (const { _id } of found.page) {
    const record = await firstRecord(ctx, _id);
    // After the clock was set back, another person's record may come first.
    if (record === null || record.uid !== ctx.actor._id) continue;
    const stated = pickFields(record, ["brand", "model", "serialNumber", "imei1", "imei2"]);
    page.push({ ...stated, registereddate: record.actiondate });
  }
  return { ...found, page };
}

async function firstRecord(ctx: UserQueryCtx, sampleId: Id<"samples">) {
  return await ctx.db
    .query("history")
    .withIndex("by_sampleId_and_actiondate", (q) => q.eq("sampleId", sampleId))
    .first();
}
