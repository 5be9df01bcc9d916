/**
 * Rows as sent by the HTTP API and webhooks: the columns of an export, keyed by field name, plus
 * ids. Dates are ISO 8601 in UTC; fields without a value are omitted.
 */
import { EXPORT_COLUMNS, type ExportColumn } from "../exports/exportColumns";
import { exportObject } from "../exports/exportText";
import { COORDINATE_FIELDS, TEXT_FIELDS } from "../samples/fields";
import { z } from "../common/zod";

const NUMBERS: ReadonlySet<string> = new Set(COORDINATE_FIELDS);

function cellSchema({ field, label, isDate, choices }: ExportColumn): z.ZodType {
  if (isDate) return z.iso.datetime().describe(label);
  if (NUMBERS.has(field)) return z.number().describe(`${label}, in degrees`);
  return (choices === undefined ? z.string() : z.enum(choices)).describe(label);
}

/** @param always fields that every row has */
function rowSchema(
  ids: Readonly<Record<string, z.ZodType>>,
  columns: readonly ExportColumn[],
  always: ReadonlySet<string>,
) {
  const cells = columns.map((column): [string, z.ZodType] => {
    const schema = cellSchema(column);
    return [column.field, always.has(column.field) ? schema : schema.optional()];
  });
  return z.object({ ...ids, ...Object.fromEntries(cells) });
}

const HOLDER = ["samplmanag", "supervisor", "status"];

export const sampleSchema = rowSchema(
  { id: z.string().describe("Id of the sample") },
  EXPORT_COLUMNS.samples,
  new Set([...TEXT_FIELDS, ...HOLDER, "city", "registeredby", "registereddate"]),
).describe("A sample as it is now.");

export const historyRecordSchema = rowSchema(
  {
    id: z.string().describe("Id of the record"),
    sampleId: z.string().describe("Id of the sample, which may have been deleted since"),
  },
  EXPORT_COLUMNS.history,
  new Set(["action", "actiondate", "email", "brand", "model", "serialNumber", ...HOLDER]),
).describe(
  "One change of a sample, with the sample's key fields after it. Records never change; only " +
    "`isUndone` does, for a minute after the step. A webhook's delivery does not have it.",
);

export function sampleRow(sample: { readonly _id: string }) {
  return { id: sample._id, ...exportObject(EXPORT_COLUMNS.samples, sample) };
}

export function historyRow(record: { readonly _id: string; readonly sampleId: string }) {
  const { _id: id, sampleId } = record;
  return { id, sampleId, ...exportObject(EXPORT_COLUMNS.history, record) };
}
