import { unescapeFormula } from "./cells";
import { refusalOf, type RefusalCode } from "./errors";
import {
  importCells,
  isSameDevice,
  isSkipped,
  parseImportRow,
  type ImportPolicy,
} from "./importRows";
import type { SampleInput } from "./fields";
import { DEFAULT_CHOICES } from "./sampleRules";
import { serialNumberKey } from "./serialNumber";
import type { ImportRow, RowProblem, RowResult } from "./importResults";

type Identifier = "serialNumber" | "imei1" | "imei2";

const FIELD_OF_CODE: ReadonlyMap<RefusalCode, Identifier> = new Map([
  ["SERIAL_TAKEN", "serialNumber"],
  ["IMEI1_TAKEN", "imei1"],
  ["IMEI2_TAKEN", "imei2"],
]);

/**
 * Completes the server's answers by what only the whole file tells. A refused identifier that an
 * earlier row has taken gets that row's number. In a dry run the server writes nothing, so it
 * cannot know that an earlier row would have taken an identifier; this finds it.
 *
 * @returns a function that gives each row, in the order of the file, the answer of an import
 */
export function repeatedRows(
  rows: readonly ImportRow[],
  duplicates: ImportPolicy,
  dryRun: boolean,
): (result: RowResult) => RowResult {
  const fieldsOf = new Map(rows.map(({ row, fields }) => [row, fields]));
  const takenBy = new Map<string, number>(); // row by identifierKey

  return (result) => {
    const fields = fieldsOf.get(result.row) ?? {};
    const keys = identifierKeys(fields);
    const rowOf = (field: Identifier) => takenBy.get(keys[field]);
    const answer =
      dryRun && result.outcome === "imported"
        ? rehearse(result, duplicates, fields, rowOf, (row) => fieldsOf.get(row) ?? {})
        : result;
    if (answer.outcome === "refused") return withEarlierRows(answer, rowOf);
    if (answer.outcome !== "skipped") {
      for (const key of Object.values(keys)) {
        if (key !== "" && !takenBy.has(key)) takenBy.set(key, result.row);
      }
    }
    return answer;
  };
}

/** Answers a row that the server would import, given what earlier rows of the file have taken. */
function rehearse(
  result: RowResult,
  duplicates: ImportPolicy,
  fields: ImportRow["fields"],
  rowOf: (field: Identifier) => number | undefined,
  fieldsOf: (row: number) => ImportRow["fields"],
): RowResult {
  const parse = (cells: ImportRow["fields"]): SampleInput =>
    parseImportRow(cells, DEFAULT_CHOICES, duplicates.imei).input;
  const { row } = result;
  const input = parse(fields);
  const earlier = rowOf("serialNumber");
  if (earlier !== undefined) {
    const before = parse(fieldsOf(earlier));
    if (duplicates.serialNumber === "update") {
      return { row, outcome: isRepeated(before, input) ? "already" : "updated" };
    }
    if (isSameDevice(before, input)) return { row, outcome: "already" };
  }
  const taken = [...FIELD_OF_CODE].filter(
    ([, field]) => input[field] !== "" && rowOf(field) !== undefined,
  );
  if (taken.length === 0) return result;
  const takenBy = Object.fromEntries(taken.map(([, field]) => [field, rowOf(field)]));
  if (isSkipped(duplicates, takenBy)) return { row, outcome: "skipped" };
  const refused = taken.filter(
    ([, field]) => field === "serialNumber" || duplicates.imei !== "flag",
  );
  if (refused.length === 0) return { ...result, flagged: true };
  const problems = refused.map(([code, field]): RowProblem => ({
    code,
    field,
    value: input[field],
    reason: refusalOf(code).message,
  }));
  return { row, outcome: "refused", problems };
}

/** True if a row states nothing that the earlier one did not. */
function isRepeated(before: SampleInput, input: SampleInput): boolean {
  const status = "Registered" as const;
  const [one, other] = [importCells({ ...before, status }), importCells({ ...input, status })];
  return Object.entries(other).every(
    ([field, cell]) => cell === "" || cell === one[field as keyof typeof one],
  );
}

function withEarlierRows(
  result: RowResult,
  rowOf: (field: Identifier) => number | undefined,
): RowResult {
  const problems = result.problems?.map((problem) => {
    const field = FIELD_OF_CODE.get(problem.code as RefusalCode);
    const earlierRow = field && rowOf(field);
    return earlierRow === undefined ? problem : { ...problem, earlierRow };
  });
  return problems === undefined ? result : { ...result, problems };
}

/** Returns one text for each identifier of a row, the same for the same value; "" for none. */
function identifierKeys(fields: ImportRow["fields"]): Record<Identifier, string> {
  const cell = (field: Identifier) => unescapeFormula(fields[field] ?? "").trim();
  const serial = serialNumberKey(cell("serialNumber"));
  return {
    serialNumber: serial === "" ? "" : `serial ${serial}`,
    imei1: cell("imei1"),
    imei2: cell("imei2"),
  };
}
