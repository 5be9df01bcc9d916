import { v, type Infer } from "convex/values";
import { unescapeFormula } from "#domain/files/cells";
import { refusalOf, type Refusal } from "#domain/common/errors";
import { hasRange, type RowRange } from "#domain/imports/importBatches";
import {
  IMPORT_OUTCOMES,
  isSameDevice,
  isSkipped,
  MAX_BATCH_ROWS,
  parseImportRow,
  type ImportPolicy,
  type ParsedRow,
} from "#domain/imports/importRows";
import { omitUndefined, pickFields } from "#domain/common/objects";
import type { Status } from "#domain/custody/statuses";
import type { Doc } from "../../_generated/dataModel";
import { appError, refusalAsValue } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import { oneOf } from "../../lib/validators";
import { status } from "../../schema/samples";
import { getSample } from "../people/addressMoves";
import * as Claims from "../samples/claims";
import * as Identifiers from "../samples/identifiers";
import * as ImportSessions from "./importSessions";
import * as ImportUpdates from "./importUpdates";
import type { Answer, Batch } from "./importUpdates";
import * as Lookups from "../samples/lookups";
import * as Notifications from "../notifications/notifications";
import * as Registration from "../samples/registration";
import { takenRefusals } from "../samples/samples";
import { writeSamples, type SampleWriter } from "../samples/sampleWrites";
import { maySee } from "../people/visibility";

/** Characters of a cell that an answer quotes. */
const MAX_VALUE = 60;

const TAKEN_CODES: ReadonlySet<string> = new Set(["SERIAL_TAKEN", "IMEI1_TAKEN", "IMEI2_TAKEN"]);

/** One problem of a row. `field` and `value` are the cell as it was sent. */
const rowProblem = v.object({
  code: v.string(),
  reason: v.string(),
  field: v.optional(v.string()),
  value: v.optional(v.string()),
  /** The sample that owns the identifier, if the caller may see it. */
  sample: v.optional(
    v.object({
      sampleId: v.id("samples"),
      serialNumber: v.string(),
      samplmanag: v.string(),
      status,
    }),
  ),
});
type RowProblem = Infer<typeof rowProblem>;

export const rowResult = v.object({
  row: v.number(),
  outcome: oneOf(IMPORT_OUTCOMES),
  /** All problems of a refused row. */
  problems: v.optional(v.array(rowProblem)),
  warning: v.optional(v.string()),
  /** True for an update that made the sample Registered again. */
  reopened: v.optional(v.boolean()),
  /** True for a row whose repeated IMEI is flagged on the sample. */
  flagged: v.optional(v.boolean()),
});
type RowResult = Infer<typeof rowResult>;

type SentRow = { readonly row: number; readonly fields: Readonly<Record<string, string>> };

type Row = ParsedRow & SentRow;

/**
 * Returns the answers that `commitBatch` would give, without writing. Does not detect rows of the
 * file that repeat each other.
 *
 * @throws BATCH_TOO_LARGE
 */
export async function check(
  ctx: UserMutationCtx,
  { duplicates, rows }: { duplicates: ImportPolicy; rows: readonly SentRow[] },
): Promise<{ results: RowResult[] }> {
  const batch = { importId: "", duplicates, isDryRun: true };
  const { results } = await importBatch(ctx, batch, rows);
  return { results };
}

/**
 * Registers the valid rows of a batch in one transaction, records them in the import's progress and
 * notifies each holder of their number of new samples. A row counts as already imported when its
 * serial number belongs to a sample with the same brand, model and IMEIs. A batch that is sent
 * again writes and counts nothing, and returns the outcomes of the first time.
 *
 * @throws IMPORT_MISSING for an import that the caller has not begun; IMPORT_UNDONE; IMPORT_INVALID
 *   for rows outside `range`; BATCH_TOO_LARGE
 */
export async function commitBatch(
  ctx: UserMutationCtx,
  { importId, range, rows }: { importId: string; range: RowRange; rows: readonly SentRow[] },
): Promise<{ results: RowResult[] }> {
  const session = await ImportSessions.getOwnOrThrow(ctx, importId);
  if (session.undo !== undefined) throw appError("IMPORT_UNDONE");
  if (!rows.every(({ row }) => range.from <= row && row < range.to)) {
    throw appError("IMPORT_INVALID");
  }
  const { duplicates } = session;
  const isDone = hasRange(session.done, range);
  const batch = { importId, duplicates, isDryRun: isDone };
  const { results, registered, registeredFor, at } = await importBatch(ctx, batch, rows);
  if (isDone) return { results };
  await ImportSessions.addBatch(ctx, session, { range, results, registered });
  for (const [holder, count] of registeredFor) {
    const brought = { import: session._id, count };
    await Notifications.addImported(ctx, holder, brought, { actor: ctx.actor.email, at });
  }
  return { results };
}

async function importBatch(
  ctx: UserMutationCtx,
  options: Pick<Batch, "importId" | "duplicates" | "isDryRun">,
  rows: readonly SentRow[],
) {
  if (rows.length > MAX_BATCH_ROWS) throw appError("BATCH_TOO_LARGE", { max: MAX_BATCH_ROWS });
  const choices = await Lookups.choices(ctx);
  const at = Date.now();
  const parsed = rows.map(({ row, fields }) => ({
    row,
    fields,
    ...parseImportRow(fields, choices, options.duplicates.imei, at),
  }));
  const batch: Batch = {
    ...options,
    choices,
    registered: [],
    registeredFor: new Map(),
    claims: await Claims.readClaims(ctx, parsed.map(identifiersOf)),
    managers: new Map(),
    lastManagers: new Map(),
    at,
  };
  const importRows = async (samples: SampleWriter) => {
    const results: RowResult[] = [];
    for (const row of parsed) results.push(await importRow(ctx, samples, batch, row));
    return results;
  };
  const results = await writeSamples(ctx, importRows, { known: [ctx.actor] });
  return { results, ...pickFields(batch, ["registered", "registeredFor", "at"]) };
}

async function importRow(
  ctx: UserMutationCtx,
  samples: SampleWriter,
  batch: Batch,
  parsed: Row,
): Promise<RowResult> {
  const { row, fields, warnings } = parsed;
  const warning = warnings.length === 0 ? undefined : warnings.join("; ");
  const taken = Claims.lookUpTaken(batch.claims, identifiersOf(parsed));
  const { serialNumber } = identifiersOf(parsed);
  const existing =
    serialNumber === undefined ? null : await existingSample(ctx, batch, serialNumber, fields);
  const answer =
    existing !== null && batch.duplicates.serialNumber === "update"
      ? await ImportUpdates.update(ctx, samples, batch, existing, fields)
      : await register(ctx, samples, batch, { taken, existing, ...parsed });
  if (!("refusals" in answer)) return omitUndefined({ row, warning, ...answer });
  const problems = [];
  for (const refusal of answer.refusals) {
    problems.push(await problemOf(ctx, refusal, fields, answer.taken ?? taken));
  }
  return { row, outcome: "refused", problems };
}

/**
 * Returns the sample with a row's serial number; null if there is none. If two samples have
 * spellings of the same serial number, the one spelled like the row's cell.
 */
async function existingSample(
  ctx: UserMutationCtx,
  { claims }: Batch,
  serialNumber: string,
  cells: SentRow["fields"],
): Promise<Doc<"samples"> | null> {
  const bearers = Claims.bearersOf(claims, serialNumber);
  const written = unescapeFormula(cells["serialNumber"] ?? "");
  const [only, ...others] = await Identifiers.preferSpelling(ctx, bearers, written);
  return only === undefined || others.length > 0 ? null : await getSample(ctx, only);
}

/**
 * The valid identifiers of a row. An invalid one may be as long as a cell, too long for an index
 * key.
 */
function identifiersOf({ input, problems }: ParsedRow): Claims.Identifiers {
  const isGood = (field: Claims.IdentifierField) =>
    !problems.some((problem) => problem.field === field && problem.code !== "IMEIS_EQUAL");
  return pickFields(input, Claims.IDENTIFIER_FIELDS.filter(isGood));
}

/** Adds the cell, and the sample that owns its value, to a refusal. */
async function problemOf(
  ctx: UserMutationCtx,
  { code, message, field }: Refusal,
  cells: SentRow["fields"],
  taken: Claims.TakenFields,
): Promise<RowProblem> {
  const value = field === undefined ? undefined : cells[field]?.slice(0, MAX_VALUE);
  const problem = omitUndefined({ code, reason: message, field, value });
  const other = TAKEN_CODES.has(code) ? taken[field as Claims.IdentifierField] : undefined;
  const sample = other === undefined ? null : await getSample(ctx, other);
  if (sample === null || !(await maySee(ctx, ctx.actor, sample))) return problem;
  const { _id: sampleId, serialNumber, samplmanag, status } = sample;
  return { ...problem, sample: { sampleId, serialNumber, samplmanag, status } };
}

type RowToRegister = ParsedRow & {
  readonly taken: Claims.TakenFields;
  /** The sample that has the row's serial number. */
  readonly existing: Doc<"samples"> | null;
};

/** Registers a row, or returns all its problems. */
async function register(
  ctx: UserMutationCtx,
  samples: SampleWriter,
  batch: Batch,
  { input, status, problems, taken, existing }: RowToRegister,
): Promise<Answer> {
  const isGood = problems.length === 0;
  if (isGood && existing !== null && isSameDevice(existing, input)) {
    const isOwn = existing.lastTransactionId === batch.importId;
    return { outcome: isOwn && batch.isDryRun ? "imported" : "already" };
  }
  if (isGood && isSkipped(batch.duplicates, taken)) return { outcome: "skipped" };
  const manager = await readOnce(batch.managers, input.samplmanag, (named) =>
    Registration.managerOf(ctx, ctx.actor, named),
  );
  const lastmanag = await readOnce(batch.lastManagers, input.lastmanag, (named) =>
    Registration.lastManagerOf(ctx, named),
  );
  const importable = importableStatus(status, ctx.actor);
  const refusals = [...problems, ...takenRefusals(taken, batch.duplicates.imei)];
  for (const answer of [manager, lastmanag, importable])
    if (isRefusal(answer)) refusals.push(answer);
  if (refusals.length > 0 || isRefusal(manager) || isRefusal(lastmanag) || isRefusal(importable)) {
    return { refusals };
  }
  const duplicate = Identifiers.duplicateFlag(input, taken);
  const flagged = duplicate === "none" ? {} : { flagged: true as const };
  const imported = { outcome: "imported" as const, ...flagged };
  if (batch.isDryRun) return imported;
  const registered = {
    fields: input,
    lastmanag,
    manager,
    registrant: ctx.actor,
    duplicate,
    at: batch.at,
    importId: batch.importId,
    status: importable,
  };
  const sampleId = await Registration.insert(ctx, samples, registered);
  Claims.addClaims(batch.claims, sampleId, input);
  batch.registered.push(sampleId);
  batch.registeredFor.set(manager.email, (batch.registeredFor.get(manager.email) ?? 0) + 1);
  return imported;
}

/** Returns the result of `read(cell)`, or its refusal. Calls `read` once per distinct text. */
async function readOnce<Value>(
  known: Map<string | undefined, Value | Refusal>,
  cell: string | undefined,
  read: (cell: string | undefined) => Promise<Value>,
): Promise<Value | Refusal> {
  const before = known.get(cell);
  if (before !== undefined) return before;
  const answer = await refusalAsValue(() => read(cell));
  known.set(cell, answer);
  return answer;
}

/**
 * Returns the status if the actor may import a sample with it. Only an admin may import In Use,
 * Returned or Lost samples, and no one may import a sample that awaits an answer.
 */
function importableStatus(status: Status, actor: Doc<"users">) {
  if (status === "Registered") return status;
  if (actor.role !== "admin") return refusalOf("STATUS_BY_ADMIN", { status }, "status");
  if (status === "In Use" || status === "Returned" || status === "Lost") return status;
  return refusalOf("STATUS_PENDING", { status }, "status");
}

function isRefusal(value: Doc<"users"> | string | Refusal): value is Refusal {
  return typeof value === "object" && "code" in value;
}
