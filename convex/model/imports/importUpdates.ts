import { unescapeFormula } from "#domain/files/cells";
import { editRefusal } from "#domain/custody/workflow";
import { refusalOf, type Refusal } from "#domain/common/errors";
import { importCells, parseImportRow, type ImportPolicy } from "#domain/imports/importRows";
import type { SampleInput } from "#domain/samples/fields";
import { pickFields } from "#domain/common/objects";
import type { Choices } from "#domain/samples/sampleRules";
import type { Doc, Id } from "../../_generated/dataModel";
import { refusalAsValue } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import * as Claims from "../samples/claims";
import { presentEmail } from "../people/formerEmails";
import * as Identifiers from "../samples/identifiers";
import * as Registration from "../samples/registration";
import * as Samples from "../samples/samples";
import type { SampleWriter } from "../samples/sampleWrites";
import { maySee } from "../people/visibility";

type Cache<Value> = Map<string | undefined, Value | Refusal>;

/** State shared by the rows of a batch. */
export type Batch = {
  /**
   * Id of the import, stored as each sample's `lastTransactionId`; "" for a dry run. A batch that
   * is sent again recognizes its own samples by it.
   */
  readonly importId: string;
  readonly duplicates: ImportPolicy;
  /** True for a dry run and for a batch that is already committed: nothing is written. */
  readonly isDryRun: boolean;
  /** Samples registered so far. */
  readonly registered: Id<"samples">[];
  /** Number of samples registered so far, by their holder's e-mail. */
  readonly registeredFor: Map<string, number>;
  readonly choices: Choices;
  /**
   * Claims on the readable identifiers of all rows, extended by each written row. An identifier
   * that a row frees stays listed, so a later row of the batch cannot claim it.
   */
  readonly claims: Claims.ClaimsByKey;
  /** Lookup result per cell text, so that each person is read once per batch. */
  readonly managers: Cache<Doc<"users">>;
  readonly lastManagers: Cache<string>;
  /** Epoch ms. */
  readonly at: number;
};

/**
 * The answer to a row. `taken` lists the identifiers that belong to other samples; undefined means
 * those found for the row as it was sent.
 */
export type Answer =
  | { readonly outcome: "already" | "skipped" }
  | { readonly outcome: "imported" | "updated"; readonly flagged?: true; readonly reopened?: true }
  | { readonly refusals: readonly Refusal[]; readonly taken?: Claims.TakenFields };

/**
 * Edits `sample` with the non-empty cells of a row; an empty cell leaves its field unchanged. The
 * rules of Edit apply: who may edit, in which status, and that the sample becomes Registered again.
 * A row without changes writes nothing. `status` and `lastmanag` cannot be edited, so their cells
 * are ignored.
 */
export async function update(
  ctx: UserMutationCtx,
  samples: SampleWriter,
  batch: Batch,
  sample: Doc<"samples">,
  cells: Readonly<Record<string, string>>,
): Promise<Answer> {
  const code = editRefusal(sample, ctx.actor);
  const refused = await refusalAsValue(() => Samples.throwRefusal(ctx, code, "Edit", sample));
  // Comparing cells with a sample hidden from the importer would confirm guesses about its values.
  if (refused !== undefined && !(await maySee(ctx, ctx.actor, sample))) {
    // The serial number alone reveals that the sample exists: registering it is refused with the
    // same error.
    const isUnknown = refused.code === "SAMPLE_MISSING";
    return { refusals: [isUnknown ? refusalOf("SERIAL_TAKEN", {}, "serialNumber") : refused] };
  }
  const { location, locationR, lat, lng, regfromlat, regfromlng, city, ...before } =
    importCells(sample);
  const filled = Object.entries(cells).filter(([, cell]) => cell.trim() !== "");
  const stated = { ...before, location, locationR, ...Object.fromEntries(filled) };
  const row = parseImportRow(
    { ...stated, status: "Registered" },
    batch.choices,
    batch.duplicates.imei,
  );
  const written = unescapeFormula(stated.serialNumber);
  const fields = Samples.withStoredSpelling(
    Samples.withCoordinates(row.input, sample),
    written,
    sample,
  );
  const named = fields.samplmanag?.toLowerCase() ?? "";
  const keepsManager =
    named === sample.samplmanag || (await presentEmail(ctx, named)) === sample.samplmanag;
  const changes = Samples.changesBetween(sample, Registration.statedFields(fields));
  if (row.problems.length === 0 && changes.length === 0 && keepsManager) {
    const isOwn = sample.lastTransactionId === batch.importId;
    return { outcome: isOwn && batch.isDryRun ? "updated" : "already" };
  }

  const others = {
    ...(await Identifiers.findTaken(ctx, unstated(fields, cells), sample._id)),
    ...Claims.lookUpTaken(batch.claims, fields, sample._id),
  };
  const taken = Claims.withoutKept(others, fields, sample);
  const isTaken = Object.keys(taken).length > 0;
  if (row.problems.length === 0 && isTaken && batch.duplicates.imei === "skip") {
    return { outcome: "skipped" };
  }
  const refusals = [...row.problems, ...Samples.takenRefusals(taken, batch.duplicates.imei)];
  if (!keepsManager) refusals.push(refusalOf("MANAGER_BY_HANDOVER", {}, "samplmanag"));
  if (refused !== undefined) refusals.push(refused);
  if (refusals.length > 0) return { refusals, taken };

  if (!batch.isDryRun) {
    const duplicate = Identifiers.duplicateFlag(fields, others);
    const { at, importId } = batch;
    const edit = { fields, duplicate, at, lastTransactionId: importId };
    await Samples.applyEdit(ctx, samples, sample, edit);
    Claims.addClaims(batch.claims, sample._id, fields);
  }
  return {
    outcome: "updated",
    ...(isTaken ? { flagged: true } : {}),
    ...(sample.status === "Registered" ? {} : { reopened: true }),
  };
}

/** The identifiers for which the row has no cell: the batch did not look them up. */
function unstated(
  fields: SampleInput,
  cells: Readonly<Record<string, string>>,
): Claims.Identifiers {
  return pickFields(
    fields,
    Claims.IDENTIFIER_FIELDS.filter((field) => (cells[field] ?? "").trim() === ""),
  );
}
