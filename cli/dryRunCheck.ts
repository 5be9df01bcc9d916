import { refusalOf, type RefusalCode } from "../domain/errors";
import { FIELD_LABELS, type SampleInput } from "../domain/fields";
import { isSameDevice, parseImportRow } from "../domain/importRows";
import { DEFAULT_CHOICES, type DuplicatePolicy } from "../domain/sampleRules";
import { serialNumberKey } from "../domain/serialNumber";
import type { ImportRow, RowResult } from "./importer";

/**
 * Completes the server's answers of a dry run. The server writes nothing then, so it cannot know
 * that an earlier row of the same file would have taken a serial number or an IMEI; this check
 * finds it.
 *
 * @returns a function that gives each row, in the order of the file, the answer that an import
 *   would get
 */
export function dryRunCheck(rows: readonly ImportRow[], duplicates: DuplicatePolicy) {
  const fieldsOf = new Map(rows.map(({ row, fields }) => [row, fields]));
  const devices = new Map<string, SampleInput>(); // by serialNumberKey
  const imeis = new Set<string>();

  return (result: RowResult): RowResult => {
    if (result.outcome !== "imported") return result;
    const fields = fieldsOf.get(result.row) ?? {};
    const { input } = parseImportRow(fields, DEFAULT_CHOICES, duplicates);
    const serial = serialNumberKey(input.serialNumber);
    const earlier = devices.get(serial);
    if (earlier && isSameDevice(earlier, input)) return { ...result, outcome: "already" };
    if (earlier) return refused(result.row, "SERIAL_TAKEN", "serialNumber");
    if (duplicates === "reject") {
      if (imeis.has(input.imei1)) return refused(result.row, "IMEI1_TAKEN", "imei1");
      if (imeis.has(input.imei2)) return refused(result.row, "IMEI2_TAKEN", "imei2");
    }
    devices.set(serial, input);
    for (const imei of [input.imei1, input.imei2]) if (imei !== "") imeis.add(imei);
    return result;
  };
}

function refused(row: number, code: RefusalCode, field: keyof typeof FIELD_LABELS): RowResult {
  const { message } = refusalOf(code, { label: FIELD_LABELS[field] }, field);
  return { row, outcome: "refused", field, reason: message };
}
