/**
 * Changes for the HTTP API on behalf of a token's owner. The owner's rights decide, as in the app.
 * The transaction id of a change names its Idempotency-Key and its request, so its history record
 * tells forever whether it was made.
 */
import { historyRow, sampleRow } from "#domain/api/rows";
import { pickFields } from "#domain/common/objects";
import type { RequestDetails } from "#domain/custody/requestDetails";
import type { Step } from "#domain/custody/workflow";
import {
  COORDINATE_FIELDS,
  TEXT_FIELDS,
  type SampleInput,
  type TextField,
} from "#domain/samples/fields";
import { fieldsChangedWith } from "#domain/samples/sampleEdits";
import type { DuplicatePolicy } from "#domain/samples/sampleRules";
import { digest } from "../../lib/codes";
import { appError } from "../../lib/errors";
import type { ActorMutationCtx } from "../../lib/functions";
import * as Transactions from "../common/transactions";
import * as Custody from "../custody/custody";
import * as Samples from "../samples/samples";
import { oneVisible } from "../samples/identifiedSamples";
import { versioned } from "./apiReads";

type Idempotency = {
  readonly key: string;
  /** Digest of the whole request. */
  readonly fingerprint: string;
};
/** `record`: the history record of the change, as the API shows it. */
type Written = { readonly record: object; readonly isReplayed: boolean };
type Stated = { readonly duplicates: DuplicatePolicy; readonly fields: Partial<SampleInput> };

/** The sample that a change is about. */
type Target = {
  /** Id, serial number or IMEI. */
  readonly sample: string;
  /** Versions that the change may replace; null: any. */
  readonly ifMatch: readonly string[] | null;
};

type StepCall = Idempotency &
  Target &
  RequestDetails & {
    readonly step: Step;
    readonly recipient?: string | undefined;
    readonly reason?: string | undefined;
  };

export function takeStep(ctx: ActorMutationCtx, call: StepCall): Promise<Written> {
  const { key, fingerprint, sample, ifMatch, step, recipient, reason, ...details } = call;
  return once(ctx, { key, fingerprint }, async (transactionId) => {
    const { _id: sampleId } = await findTarget(ctx, { sample, ifMatch });
    const args = { sampleId, transactionId, chosen: recipient, reason, details };
    await Custody.takeStep(ctx, step, args);
  });
}

const NO_TEXTS = Object.fromEntries(TEXT_FIELDS.map((field) => [field, ""])) as Record<
  TextField,
  string
>;

export function register(ctx: ActorMutationCtx, call: Idempotency & Stated): Promise<Written> {
  return once(ctx, call, async (transactionId) => {
    const { duplicates } = call;
    const fields = { samplmanag: ctx.actor.email, ...NO_TEXTS, ...call.fields };
    await Samples.register(ctx, { transactionId, duplicates, fields });
  });
}

const KEPT_FIELDS = [...TEXT_FIELDS, ...COORDINATE_FIELDS, "receiveDate", "city"] as const;

/** Changes the given fields only; the others keep what is stored now. */
export function edit(ctx: ActorMutationCtx, call: Idempotency & Stated & Target): Promise<Written> {
  return once(ctx, call, async (transactionId) => {
    const { duplicates } = call;
    const stored = await findTarget(ctx, call);
    // A new location must not keep the city and the coordinates of the old one.
    const changed = new Set<string>(Object.keys(call.fields).flatMap(fieldsChangedWith));
    const kept = KEPT_FIELDS.filter((field) => !changed.has(field));
    const fields = { ...NO_TEXTS, ...pickFields(stored, kept), ...call.fields };
    await Samples.edit(ctx, { transactionId, sampleId: stored._id, duplicates, fields });
  });
}

/** @throws SAMPLE_MISSING, IDENTIFIER_SHARED; SAMPLE_CHANGED for a version not in `ifMatch` */
async function findTarget(ctx: ActorMutationCtx, { sample, ifMatch }: Target) {
  const found = await oneVisible(ctx, sample);
  if (ifMatch === null) return found;
  const { version } = await versioned(sampleRow(found));
  if (!ifMatch.includes(version)) throw appError("SAMPLE_CHANGED");
  return found;
}

/** Hex digits of each digest in a transaction id: 128 bits. */
const DIGITS = 32;

/**
 * Makes a change unless the actor has made it with this key before.
 *
 * @throws IDEMPOTENCY_KEY_REUSED if the earlier request was another one
 */
async function once(
  ctx: ActorMutationCtx,
  { key, fingerprint }: Idempotency,
  write: (transactionId: string) => Promise<void>,
): Promise<Written> {
  const { _id: uid } = ctx.actor;
  const prefix = `api:${(await digest("api key", uid, key)).slice(0, DIGITS)}:`;
  const transactionId = prefix + fingerprint.slice(0, DIGITS);
  const earlier = await Transactions.findWithPrefix(ctx, uid, prefix);
  if (earlier !== null && earlier.transactionId !== transactionId) {
    throw appError("IDEMPOTENCY_KEY_REUSED");
  }
  if (earlier !== null) return { record: historyRow(earlier), isReplayed: true };
  await write(transactionId);
  const record = await Transactions.findRecord(ctx, uid, transactionId);
  if (record === null) throw new Error("a change without a history record");
  return { record: historyRow(record), isReplayed: false };
}
