import { v, type Infer } from "convex/values";
import { refusalOf, type Refusal } from "../../domain/errors";
import {
  isSameDevice,
  MAX_BATCH_ROWS,
  parseImportRow,
  type ImportPolicy,
  type ParsedRow,
} from "../../domain/importRows";
import { omitUndefined, pickFields } from "../../domain/objects";
import type { Status } from "../../domain/statuses";
import type { Doc } from "../_generated/dataModel";
import { appError, refusalAsValue } from "../lib/errors";
import type { UserMutationCtx } from "../lib/functions";
import { oneOf } from "../lib/validators";
import { status } from "../schema/samples";
import * as Claims from "./claims";
import * as Identifiers from "./identifiers";
import * as ImportUpdates from "./importUpdates";
import type { Answer, Batch } from "./importUpdates";
import * as Lookups from "./lookups";
import * as Registration from "./registration";
import { takenRefusals } from "./samples";
import { writeSamples, type SampleWriter } from "./sampleWrites";
import * as Transactions from "./transactions";
import { maySee } from "./visibility";

/** Characters of a cell that an answer repeats. */
const MAX_VALUE = 60;

const TAKEN_CODES: ReadonlySet<string> = new Set(["SERIAL_TAKEN", "IMEI1_TAKEN", "IMEI2_TAKEN"]);

/** One thing that is wrong with a row. `field` and `value`: the cell, as it was sent. */
const rowProblem = v.object({
  code: v.string(),
  reason: v.string(),
  field: v.optional(v.string()),
  value: v.optional(v.string()),
  /** The sample that has the identifier, for callers who may see it. */
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
  outcome: oneOf(["imported", "updated", "already", "skipped", "refused"]),
  /** Everything that is wrong with a refused row. */
  problems: v.optional(v.array(rowProblem)),
  warning: v.optional(v.string()),
  /** True for an update by which the sample became Registered again. */
  reopened: v.optional(v.boolean()),
});
type RowResult = Infer<typeof rowResult>;

type SentRow = { readonly row: number; readonly fields: Readonly<Record<string, string>> };

type Row = ParsedRow & SentRow;

/**
 * Registers the good rows of a batch in one transaction. A row counts as already imported when its
 * serial number belongs to a sample of the same brand, model and IMEIs, so a batch that is sent
 * again doubles nothing. The counters are written once for the batch.
 *
 * @throws TRANSACTION_ID_INVALID for an import id that is empty or too long; BATCH_TOO_LARGE
 */
export async function commitBatch(
  ctx: UserMutationCtx,
  args: {
    importId: string;
    duplicates: ImportPolicy;
    dryRun?: boolean;
    rows: readonly SentRow[];
  },
): Promise<{ results: RowResult[] }> {
  const { importId, duplicates, dryRun = false, rows } = args;
  Transactions.requireId(importId);
  if (rows.length > MAX_BATCH_ROWS) throw appError("BATCH_TOO_LARGE", { max: MAX_BATCH_ROWS });
  const choices = await Lookups.choices(ctx);
  const parsed = rows.map(({ row, fields }) => ({
    row,
    fields,
    ...parseImportRow(fields, choices, duplicates),
  }));
  const batch: Batch = {
    importId,
    duplicates,
    isDryRun: dryRun,
    choices,
    claims: await Claims.readClaims(ctx, parsed.map(identifiersOf)),
    managers: new Map(),
    lastManagers: new Map(),
    at: Date.now(),
  };
  const results = await writeSamples(ctx, async (samples) => {
    const results: RowResult[] = [];
    for (const row of parsed) results.push(await importRow(ctx, samples, batch, row));
    return results;
  });
  return { results };
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
  const present =
    taken.serialNumber === undefined ? null : await ctx.db.get("samples", taken.serialNumber);
  const answer =
    present !== null && batch.duplicates === "update"
      ? await ImportUpdates.update(ctx, samples, batch, present, fields)
      : await register(ctx, samples, batch, parsed, taken, present);
  if (!("refusals" in answer)) return omitUndefined({ row, warning, ...answer });
  const problems = [];
  for (const refusal of answer.refusals) {
    problems.push(await problemOf(ctx, refusal, fields, answer.taken ?? taken));
  }
  return { row, outcome: "refused", problems };
}

/** The identifiers that can be looked up: a damaged one may be as long as a cell. */
function identifiersOf({ input, problems }: ParsedRow): Claims.Identifiers {
  const isGood = (field: Claims.IdentifierField) =>
    !problems.some((problem) => problem.field === field && problem.code !== "IMEIS_EQUAL");
  return pickFields(input, Claims.IDENTIFIER_FIELDS.filter(isGood));
}

/** Adds the cell, and the sample that has its value, to a refusal. */
async function problemOf(
  ctx: UserMutationCtx,
  { code, message, field }: Refusal,
  cells: SentRow["fields"],
  taken: Claims.TakenFields,
): Promise<RowProblem> {
  const value = field === undefined ? undefined : cells[field]?.slice(0, MAX_VALUE);
  const problem = omitUndefined({ code, reason: message, field, value });
  const other = TAKEN_CODES.has(code) ? taken[field as Claims.IdentifierField] : undefined;
  const sample = other === undefined ? null : await ctx.db.get("samples", other);
  if (sample === null || !(await maySee(ctx, ctx.actor, sample))) return problem;
  const { _id: sampleId, serialNumber, samplmanag, status } = sample;
  return { ...problem, sample: { sampleId, serialNumber, samplmanag, status } };
}

/** Registers a row, or says all that is wrong with it. */
async function register(
  ctx: UserMutationCtx,
  samples: SampleWriter,
  batch: Batch,
  { input, status, problems }: ParsedRow,
  taken: Claims.TakenFields,
  present: Doc<"samples"> | null,
): Promise<Answer> {
  const isGood = problems.length === 0;
  if (isGood && present !== null && isSameDevice(present, input)) return { outcome: "already" };
  if (isGood && batch.duplicates === "skip" && Object.keys(taken).length > 0) {
    return { outcome: "skipped" };
  }
  const manager = await readOnce(batch.managers, input.samplmanag, (named) =>
    Registration.managerOf(ctx, ctx.actor, named),
  );
  const lastmanag = await readOnce(batch.lastManagers, input.lastmanag, (named) =>
    Registration.lastManagerOf(ctx, named),
  );
  const importable = importableStatus(status, ctx.actor);
  const refusals = [...problems, ...takenRefusals(taken, batch.duplicates)];
  for (const answer of [manager, lastmanag, importable])
    if (isRefusal(answer)) refusals.push(answer);
  if (refusals.length > 0 || isRefusal(manager) || isRefusal(lastmanag) || isRefusal(importable)) {
    return { refusals };
  }
  if (batch.isDryRun) return { outcome: "imported" };
  const registered = {
    fields: { ...input, lastmanag },
    manager,
    registrant: ctx.actor,
    duplicate: Identifiers.duplicateFlag(input, taken),
    at: batch.at,
    importId: batch.importId,
    status: importable,
  };
  Claims.addClaims(batch.claims, await Registration.insert(ctx, samples, registered), input);
  return { outcome: "imported" };
}

/** Returns what `read` answered for `cell`, or its refusal; reads once for each text. */
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
 * Returns the status if the actor may import a sample with it: In Use, Returned and Lost are an
 * admin's to import, and nobody imports a sample that waits for somebody's answer.
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
