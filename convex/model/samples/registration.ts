/** Creates new samples, for both forms and the import. */
import { parseEmail } from "#domain/common/email";
import { STATED_FIELDS, type SampleInput } from "#domain/samples/fields";
import { listIndexFields } from "#domain/samples/lists";
import { undefinedAsAbsent } from "#domain/common/objects";
import type { Status } from "#domain/custody/statuses";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import * as DeviceModels from "./deviceModels";
import { isAddressOf } from "../people/formerEmails";
import * as History from "./history";
import * as Identifiers from "./identifiers";
import * as People from "../people/people";
import type { SampleWriter } from "./sampleWrites";
import * as Users from "../people/users";

type NewSample = {
  /** Cleaned and checked by domain/samples/sampleRules.ts. */
  readonly fields: SampleInput;
  /** From `lastManagerOf`; undefined or "" if none is given. */
  readonly lastmanag?: string;
  readonly manager: Doc<"users">;
  readonly registrant: Doc<"users">;
  readonly duplicate: Doc<"samples">["duplicate"];
  readonly status?: Extract<Status, "Registered" | "In Use" | "Returned" | "Lost">;
  readonly transactionId?: string;
  /** Id of the import, the same for all its rows. */
  readonly importId?: string;
  /** Epoch ms. */
  readonly at: number;
};

/**
 * Writes a sample, its identifiers and its history record: five or six writes. The caller has
 * checked that the identifiers may be claimed.
 */
export async function insert(
  ctx: MutationCtx,
  samples: SampleWriter,
  registration: NewSample,
): Promise<Id<"samples">> {
  const { fields, manager, registrant, duplicate, transactionId, at } = registration;
  const { status = "Registered" } = registration;
  const dates = datesOf(status, at);
  const place = placeFields(fields, manager);
  // Spreads come last: in V8 (Node 20), each field after a spread costs more than copying the whole
  // spread object.
  const sample = undefinedAsAbsent({
    imeis: imeisOf(fields),
    duplicate,
    status,
    email: registrant.email,
    uid: registrant._id,
    registeredby: registrant.email,
    registereddate: at,
    samplmanag: manager.email,
    samplmanagname: manager.displayName,
    lastmanag: registration.lastmanag || undefined,
    registrantInFile: fields.registrantInFile || undefined,
    supervisor: manager.supervisor ?? "",
    lastTransactionId: registration.importId ?? transactionId,
    ...dates,
    ...listIndexFields({ status, samplmanag: manager.email, ...dates }),
    ...statedFields(fields),
    ...place,
  });
  const sampleId = await samples.insert(sample);
  await Identifiers.claim(ctx, sampleId, fields, registrant._id);
  await DeviceModels.learn(ctx, fields);
  const entry = { action: "Register", at, actor: registrant, transactionId } as const;
  await History.append(ctx, sampleId, sample, entry);
  return sampleId;
}

/** Dates of an imported sample. Only statuses without a pending request can be imported. */
function datesOf(status: NonNullable<NewSample["status"]>, at: number) {
  switch (status) {
    case "Registered":
      return {};
    case "In Use":
      return { inUseDate: at };
    case "Returned":
      return { returnedDate: at };
    case "Lost":
      return { osDate: at };
  }
}

export function imeisOf({ imei1, imei2 }: { imei1: string; imei2: string }): string[] {
  return [imei1, imei2].filter((imei) => imei !== "");
}

export type StatedFields = Pick<SampleInput, (typeof STATED_FIELDS)[number]> & {
  /**
   * Undefined if not stated: an edit then keeps the sample's city, or takes it from a new location.
   */
  readonly city?: string;
};

/** The stated fields as stored; in an edit, undefined clears a field. */
export function statedFields(fields: SampleInput): StatedFields {
  const stated: Record<string, unknown> = {};
  for (const field of STATED_FIELDS) stated[field] = fields[field];
  if (fields.city) stated["city"] = fields.city;
  return stated as StatedFields;
}

/** The location of a new sample: the stated one, else its manager's. */
function placeFields(fields: SampleInput, manager: Doc<"users">) {
  const place = fields.location === "" ? People.placeOf(manager) : statedPlace(fields);
  return { ...place, country: fields.country || manager.country };
}

/** Fields derived from a stated location, which may lack coordinates. */
export function statedPlace({ location, city, lat, lng }: SampleInput) {
  return { city: city || firstPart(location), userLocation: location, userLat: lat, userLng: lng };
}

/** Returns `Lisbon` for "Lisbon, Portugal": the most likely city of a typed address. */
function firstPart(location: string): string {
  return location.split(",", 1)[0]?.trim() ?? "";
}

/**
 * Returns the e-mail of the person who had the sample before it was registered, even if they have
 * left since; "" if none is given.
 *
 * @throws LAST_MANAGER_UNKNOWN unless the name is an account's e-mail
 */
export async function lastManagerOf(ctx: QueryCtx, named: string | undefined): Promise<string> {
  const text = named?.trim() ?? "";
  if (text === "") return "";
  const email = parseEmail(text);
  const person = email === null ? null : await Users.findByAnyEmail(ctx, email);
  if (person === null) throw appError("LAST_MANAGER_UNKNOWN", { manager: text }, "lastmanag");
  return person.email;
}

/**
 * Returns the manager of a new sample: the registrant, unless an admin or the named person's
 * supervisor registers it for that person.
 *
 * @throws MANAGER_UNKNOWN, MANAGER_NOT_YOURS
 */
export async function managerOf(
  ctx: QueryCtx,
  registrant: Doc<"users">,
  named: string | undefined,
): Promise<Doc<"users">> {
  const text = named?.trim() ?? "";
  if (text === "") return registrant;
  const email = parseEmail(text);
  const manager = email === null ? null : await Users.findActiveByAnyEmail(ctx, email);
  if (manager === null) throw appError("MANAGER_UNKNOWN", { manager: text }, "samplmanag");
  if (manager._id === registrant._id) return registrant;
  const supervises =
    registrant.role === "supervisor" && isAddressOf(registrant, manager.supervisor);
  if (registrant.role !== "admin" && !supervises) {
    throw appError("MANAGER_NOT_YOURS", { manager: text }, "samplmanag");
  }
  return manager;
}
