import { ConvexError } from "convex/values";
import { refusalOf, type Refusal, type RefusalCode } from "#domain/common/errors";
import { describeChanges } from "#domain/samples/fieldChanges";
import type { SampleInput } from "#domain/samples/fields";
import type { ImportPolicy } from "#domain/imports/importRows";
import { listIndexFields } from "#domain/samples/lists";
import { keysOf, omitUndefined } from "#domain/common/objects";
import { mergeEdit } from "#domain/samples/sampleEdits";
import {
  cleanSample,
  sampleProblems,
  type DuplicatePolicy,
  type SampleSource,
} from "#domain/samples/sampleRules";
import { deleteRefusal, editRefusal, stateInWords } from "#domain/custody/workflow";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorMutationCtx, UserMutationCtx } from "../../lib/functions";
import { withoutKept, type IdentifierField, type TakenFields } from "./claims";
import * as AddressMoves from "../people/addressMoves";
import * as DeviceModels from "./deviceModels";
import { presentEmail } from "../people/formerEmails";
import * as History from "./history";
import * as Identifiers from "./identifiers";
import * as Lookups from "./lookups";
import * as Notifications from "../notifications/notifications";
import * as Registration from "./registration";
import { writeSamples, type SampleWriter } from "./sampleWrites";
import * as Transactions from "../common/transactions";
import { wasInvolved } from "../people/involvement";
import { maySee } from "../people/visibility";
import * as Watches from "../notifications/watches";

type Saved = { sampleId: Id<"samples">; duplicate: Doc<"samples">["duplicate"] };

/**
 * Registers one sample, and notifies its holder unless that is the actor.
 *
 * @param now epoch ms; only the demo seed passes a time other than the clock's
 */
export async function register(
  ctx: ActorMutationCtx,
  args: { transactionId: string; duplicates: DuplicatePolicy; fields: SampleInput },
  now = Date.now(),
): Promise<Saved> {
  const { transactionId, duplicates } = args;
  await Transactions.refuseRepeated(ctx, transactionId);
  const source = duplicates === "flag" ? "newSample" : "fullSample";
  const fields = await cleanOrThrow(ctx, args.fields, source);
  const lastmanag = await Registration.lastManagerOf(ctx, fields.lastmanag);
  const manager = await Registration.managerOf(ctx, ctx.actor, fields.samplmanag);
  const duplicate = checkTaken(fields, await Identifiers.findTaken(ctx, fields), duplicates);
  const registration = {
    fields,
    lastmanag,
    manager,
    registrant: ctx.actor,
    duplicate,
    transactionId,
    at: now,
  };
  const sampleId = await writeSamples(
    ctx,
    (samples) => Registration.insert(ctx, samples, registration),
    { known: [ctx.actor], now },
  );
  const notice = {
    kind: "registered" as const,
    ...Notifications.sampleReference({ _id: sampleId, ...fields }),
  };
  await Notifications.add(ctx, manager.email, notice, { actor: ctx.actor.email, at: now });
  return { sampleId, duplicate };
}

/**
 * Changes the given fields of a sample. It becomes Registered as of now; its holder does not
 * change. The history record lists the changed fields. A field that the form left as `seen` keeps a
 * value that another user has stored since.
 */
export async function edit(
  ctx: ActorMutationCtx,
  args: {
    transactionId: string;
    sampleId: string;
    duplicates: DuplicatePolicy;
    fields: SampleInput;
    seen?: SampleInput | undefined;
  },
): Promise<Saved> {
  const { transactionId, duplicates } = args;
  await Transactions.refuseRepeated(ctx, transactionId);
  const sample = await getOrThrow(ctx, args.sampleId, "SAMPLE_MISSING");
  await throwRefusal(ctx, editRefusal(sample, ctx.actor), "Edit", sample);
  const source = duplicates === "flag" ? "newSampleEdit" : "fullSample";
  const stated = args.seen ? mergeOrThrow(args.fields, args.seen, sample) : args.fields;
  const clean = await cleanOrThrow(ctx, withCoordinates(stated, sample), source);
  const fields = withStoredSpelling(clean, stated.serialNumber, sample);
  const { samplmanag = sample.samplmanag } = fields;
  const named = await presentEmail(ctx, samplmanag.trim().toLowerCase());
  if (named !== sample.samplmanag) {
    throw appError("MANAGER_BY_HANDOVER", {}, "samplmanag");
  }
  const taken = await Identifiers.findTaken(ctx, fields, sample._id);
  const duplicate = checkTaken(fields, taken, duplicates, sample);

  await writeSamples(ctx, (samples) =>
    applyEdit(ctx, samples, sample, {
      fields,
      duplicate,
      at: Date.now(),
      transactionId,
      lastTransactionId: transactionId,
    }),
  );
  return { sampleId: sample._id, duplicate };
}

function mergeOrThrow(stated: SampleInput, seen: SampleInput, stored: Doc<"samples">) {
  const merged = mergeEdit({ seen, stated, stored });
  if (typeof merged === "object") return omitUndefined(merged);
  const [change] = describeChanges([{ field: merged, to: stored[merged] }]);
  throw appError("EDITED_MEANWHILE", { now: `${change!.label} is now ${change!.to}` }, merged);
}

type Edit = {
  /** Cleaned and checked by domain/samples/sampleRules.ts. */
  readonly fields: SampleInput;
  readonly duplicate: Saved["duplicate"];
  /** Epoch ms. */
  readonly at: number;
  /** Undefined for an import: all its rows share one id. */
  readonly transactionId?: string;
  readonly lastTransactionId: string;
};

/** Writes a permitted edit: the sample, its identifiers, its model and its history record. */
export async function applyEdit(
  ctx: ActorMutationCtx,
  samples: SampleWriter,
  sample: Doc<"samples">,
  { fields, duplicate, at, transactionId, lastTransactionId }: Edit,
): Promise<void> {
  const stated = Registration.statedFields(fields);
  const elsewhere = stated.location !== "" && stated.location !== sample.location;
  const after = {
    ...stated,
    ...(elsewhere ? Registration.statedPlace(fields) : {}),
    imeis: Registration.imeisOf(fields),
    duplicate,
    status: "Registered" as const,
    registereddate: at,
    lastTransactionId,
    // An import's id is chosen by the importer, so it may equal that of the latest step.
    lastStep: undefined,
    ...listIndexFields({ ...sample, status: "Registered" }),
  };
  await samples.patch(sample, after);
  await Identifiers.free(ctx, sample);
  await Identifiers.claim(ctx, sample._id, fields, sample.uid);
  await DeviceModels.learn(ctx, fields);
  const changes = changesBetween(sample, stated);
  await History.append(
    ctx,
    sample._id,
    { ...sample, ...after },
    {
      action: "Register" as const,
      at,
      actor: ctx.actor,
      transactionId,
      changes,
    },
  );
  const notice = {
    kind: "edited" as const,
    ...Notifications.sampleReference(sample),
    fields: changes.map(({ field }) => field),
  };
  await Notifications.addChange(ctx, sample, notice, { actor: ctx.actor.email, at });
}

/**
 * Deletes a sample and frees its identifiers. Its history is kept and names the person who deleted
 * it.
 */
export async function remove(
  ctx: UserMutationCtx,
  { transactionId, sampleId }: { transactionId: string; sampleId: string },
): Promise<void> {
  await Transactions.refuseRepeated(ctx, transactionId);
  const sample = await getOrThrow(ctx, sampleId, "SAMPLE_MISSING");
  await throwRefusal(ctx, deleteRefusal(sample, ctx.actor), "Delete", sample);
  await writeSamples(ctx, (samples) => samples.remove(sample));
  await Identifiers.free(ctx, sample);
  const at = Date.now();
  const { actor } = ctx;
  await History.append(ctx, sample._id, sample, { action: "Delete", at, actor, transactionId });
  const notice = { kind: "deleted" as const, ...Notifications.sampleReference(sample) };
  await Notifications.addChange(ctx, sample, notice, { actor: actor.email, at });
  await Watches.removeForSample(ctx, sample._id);
}

/** Error codes for an id without a sample. */
type Missing = "SAMPLE_MISSING" | "DOCUMENT_MISSING";

/**
 * The sample with this id.
 * @throws `missing` also for a malformed id, because people type links
 */
export async function getOrThrow(
  ctx: MutationCtx,
  sampleIdText: string,
  missing: Missing,
): Promise<Doc<"samples">> {
  const sampleId = ctx.db.normalizeId("samples", sampleIdText);
  const sample = sampleId === null ? null : await AddressMoves.getSample(ctx, sampleId);
  if (sample === null) throw appError(missing);
  return sample;
}

/**
 * Throws the refusal returned by the workflow table, if any. Its text names the current status to
 * users who were once involved with the sample: a user who has just lost access must learn that
 * another user acted first.
 *
 * @throws `missing`, as for an id without a sample, if the actor was never involved
 */
export async function throwRefusal(
  ctx: ActorMutationCtx,
  code: RefusalCode | null,
  step: string,
  sample: Doc<"samples">,
  missing: Missing = "SAMPLE_MISSING",
): Promise<void> {
  if (code === null) return;
  const isVisible = await maySee(ctx, ctx.actor, sample);
  if (!isVisible && !(await wasInvolved(ctx, ctx.actor, sample))) throw appError(missing);
  throw appError(code, { step, state: stateInWords(sample, { isVisible }) });
}

async function cleanOrThrow(ctx: MutationCtx, input: SampleInput, source: SampleSource) {
  const choices = await Lookups.choices(ctx);
  const fields = cleanSample(input, choices);
  const [problem] = sampleProblems(fields, source, choices);
  if (problem !== undefined) throw new ConvexError({ ...problem });
  return fields;
}

/**
 * Returns the duplicate flag to store.
 *
 * @param kept the edited sample: identifiers that it already has do not block an edit
 * @throws SERIAL_TAKEN; IMEI1_TAKEN, IMEI2_TAKEN if duplicates are rejected
 */
function checkTaken(
  fields: SampleInput,
  taken: TakenFields,
  duplicates: DuplicatePolicy,
  kept?: Doc<"samples">,
): Saved["duplicate"] {
  const others = kept === undefined ? taken : withoutKept(taken, fields, kept);
  const [refusal] = takenRefusals(others, duplicates);
  if (refusal !== undefined) throw new ConvexError({ ...refusal });
  return Identifiers.duplicateFlag(fields, taken);
}

/**
 * Returns a refusal for each identifier that belongs to another sample; the policy `flag` accepts a
 * repeated IMEI.
 */
export function takenRefusals(taken: TakenFields, duplicates: ImportPolicy["imei"]): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (code: RefusalCode, field: IdentifierField) =>
    taken[field] !== undefined && refusals.push(refusalOf(code, {}, field));
  refuse("SERIAL_TAKEN", "serialNumber");
  if (duplicates !== "flag") {
    refuse("IMEI1_TAKEN", "imei1");
    refuse("IMEI2_TAKEN", "imei2");
  }
  return refusals;
}

/** Restores the coordinates that a form omits, if their address is unchanged. */
export function withCoordinates(input: SampleInput, before: Doc<"samples">): SampleInput {
  const { lat = before.lat, lng = before.lng } = input;
  const { regfromlat = before.regfromlat, regfromlng = before.regfromlng } = input;
  return {
    ...input,
    ...(input.location.trim() === before.location ? { lat, lng } : {}),
    ...(input.locationR.trim() === before.locationR ? { regfromlat, regfromlng } : {}),
  };
}

/**
 * Keeps the stored spelling of a serial number that an edit leaves unchanged. Cleaning a serial
 * number of an earlier version could turn it into another sample's.
 *
 * @param written the serial number before it was cleaned
 */
export function withStoredSpelling(
  fields: SampleInput,
  written: string,
  { serialNumber }: Doc<"samples">,
): SampleInput {
  return written.trim() === serialNumber ? { ...fields, serialNumber } : fields;
}

/** The given fields whose value differs. */
export function changesBetween(
  before: Doc<"samples">,
  after: Registration.StatedFields,
): History.FieldChange[] {
  const fields = keysOf(after);
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => omitUndefined({ field, from: before[field], to: after[field] }));
}
