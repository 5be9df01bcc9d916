/**
 * Decides who may receive a sample, and where the sample then is (docs/product.md, "Recipients").
 */
import { parseEmail } from "#domain/common/email";
import type { RefusalCode } from "#domain/common/errors";
import { hasPlace, isComplete } from "#domain/custody/recipientRules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import * as Recipients from "./recipients";
import * as Users from "./users";

/** Finds the verified, enabled person named in a form, or throws the refusal `unknown`. */
async function activeOrThrow(ctx: QueryCtx, text: string, unknown: RefusalCode) {
  const email = parseEmail(text);
  const person = email === null ? null : await Users.findActiveByAnyEmail(ctx, email);
  if (person === null) throw appError(unknown, {}, "recipient");
  return person;
}

/** Finds the recipient of a transfer: any active user except the holder. */
export async function transferRecipient(ctx: QueryCtx, text: string, holder: string) {
  const person = await activeOrThrow(ctx, text, "RECIPIENT_UNKNOWN");
  if (person.email === holder) {
    throw appError("RECIPIENT_HOLDS_IT", { recipient: person.email }, "recipient");
  }
  requireComplete(person);
  return person;
}

/** Finds the recipient of a return: on the supervisor or the admin list, and with coordinates. */
export async function returnRecipient(ctx: QueryCtx, text: string) {
  const person = await activeOrThrow(ctx, text, "RECIPIENT_UNKNOWN");
  await requireListed(ctx, person.email);
  if (!hasPlace(person)) {
    throw appError("RECIPIENT_NOWHERE", { recipient: person.email }, "recipient");
  }
  return person;
}

/** Finds the approver of a loss: on one of the two lists, with a complete record. */
export async function lossApprover(ctx: QueryCtx, text: string) {
  const person = await activeOrThrow(ctx, text, "APPROVER_UNKNOWN");
  await requireListed(ctx, person.email);
  requireComplete(person);
  return person;
}

function requireComplete(person: Doc<"users">) {
  if (isComplete(person)) return;
  throw appError("RECIPIENT_INCOMPLETE", { recipient: person.email }, "recipient");
}

async function requireListed(ctx: QueryCtx, email: string) {
  if (await Recipients.isListed(ctx, email)) return;
  throw appError("RECIPIENT_NOT_LISTED", { recipient: email }, "recipient");
}

/** Returns the location fields of a sample held by `person`. */
export function placeOf(person: Doc<"users">) {
  return {
    country: person.country,
    city: person.city,
    location: person.userLocation,
    lat: person.userLat,
    lng: person.userLng,
    userLocation: person.userLocation,
    userLat: person.userLat,
    userLng: person.userLng,
  };
}
