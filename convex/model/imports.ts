import { v, type Infer } from "convex/values";
import type { Refusal } from "../../domain/errors";
import {
  isSameDevice,
  MAX_BATCH_ROWS,
  parseImportRow,
  type ParsedRow,
} from "../../domain/importRows";
import { omitUndefined } from "../../domain/objects";
import type { DuplicatePolicy } from "../../domain/sampleRules";
import type { Status } from "../../domain/statuses";
import type { Doc } from "../_generated/dataModel";
import { appError, refusalAsValue } from "../lib/errors";
import type { UserMutationCtx } from "../lib/functions";
import * as Claims from "./claims";
import * as Lookups from "./lookups";
import * as Registration from "./registration";
import { checkTaken } from "./samples";
import { writeSamples, type SampleWriter } from "./sampleWrites";
import * as Transactions from "./transactions";

export const rowResult = v.object({
  row: v.number(),
  outcome: v.union(v.literal("imported"), v.literal("already"), v.literal("refused")),
  field: v.optional(v.string()),
  reason: v.optional(v.string()),
  warning: v.optional(v.string()),
});
type RowResult = Infer<typeof rowResult>;

type SentRow = { readonly row: number; readonly fields: Readonly<Record<string, string>> };

type Row = ParsedRow & { readonly row: number };

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
    duplicates: DuplicatePolicy;
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
    ...parseImportRow(fields, choices, duplicates),
  }));
  const good = parsed.filter(({ problems }) => problems.length === 0);
  const batch: Batch = {
    importId,
    duplicates,
    isDryRun: dryRun,
    claims: await Claims.readClaims(
      ctx,
      good.map(({ input }) => input),
    ),
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

type Cache<Value> = Map<string | undefined, Value | Refusal>;

/** State that the rows of a batch share. */
type Batch = {
  /** Stored as each sample's `lastTransactionId`: the import that it came from. */
  readonly importId: string;
  readonly duplicates: DuplicatePolicy;
  readonly isDryRun: boolean;
  /** Claims on the identifiers of the good rows; grows with each row that is registered. */
  readonly claims: Claims.ClaimsByValue;
  /** The answer for each text of the cell, so that each person is read once for each batch. */
  readonly managers: Cache<Doc<"users">>;
  readonly lastManagers: Cache<string>;
  /** Epoch ms. */
  readonly at: number;
};

async function importRow(
  ctx: UserMutationCtx,
  samples: SampleWriter,
  batch: Batch,
  parsed: Row,
): Promise<RowResult> {
  const { row, warnings } = parsed;
  const warning = warnings.length === 0 ? undefined : warnings.join("; ");
  const outcome = await refusalAsValue(() => register(ctx, samples, batch, parsed));
  if (typeof outcome === "string") return omitUndefined({ row, outcome, warning });
  return omitUndefined({
    row,
    outcome: "refused" as const,
    field: outcome.field,
    reason: outcome.message,
  });
}

async function register(
  ctx: UserMutationCtx,
  samples: SampleWriter,
  batch: Batch,
  { input, status, problems }: ParsedRow,
): Promise<"imported" | "already" | Refusal> {
  const [problem] = problems;
  if (problem !== undefined) return problem;
  const taken = Claims.lookUpTaken(batch.claims, input);
  if (taken.serialNumber !== undefined) {
    const present = await ctx.db.get("samples", taken.serialNumber);
    if (present !== null && isSameDevice(present, input)) return "already";
  }
  const duplicate = checkTaken(input, taken, batch.duplicates);
  const manager = await readOnce(batch.managers, input.samplmanag, (named) =>
    Registration.managerOf(ctx, ctx.actor, named),
  );
  if (isRefusal(manager)) return manager;
  const lastmanag = await readOnce(batch.lastManagers, input.lastmanag, (named) =>
    Registration.lastManagerOf(ctx, named),
  );
  if (isRefusal(lastmanag)) return lastmanag;
  const registered = {
    fields: { ...input, lastmanag },
    manager,
    registrant: ctx.actor,
    duplicate,
    at: batch.at,
    importId: batch.importId,
    status: importableStatus(status, ctx.actor),
  };
  if (batch.isDryRun) return "imported";
  Claims.addClaims(batch.claims, await Registration.insert(ctx, samples, registered), input);
  return "imported";
}

/** Returns what `read` answered for `cell`, or its refusal; reads once for each text. */
async function readOnce<Value>(
  known: Cache<Value>,
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
  if (actor.role !== "admin") throw appError("STATUS_BY_ADMIN", { status }, "status");
  if (status === "In Use" || status === "Returned" || status === "Lost") return status;
  throw appError("STATUS_PENDING", { status }, "status");
}

function isRefusal(value: Doc<"users"> | string | Refusal): value is Refusal {
  return typeof value === "object" && "code" in value;
}
