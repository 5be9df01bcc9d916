import { unescapeFormula } from "../files/cells";
import { refusalOf, type RefusalCode } from "../common/errors";
import { isImei } from "../identifiers/imei";
import {
  importCells,
  isSameDevice,
  isSkipped,
  parseImportRow,
  type ImportPolicy,
} from "./importRows";
import type { SampleInput } from "../samples/fields";
import { DEFAULT_CHOICES } from "../samples/sampleRules";
import { serialNumberKey } from "../identifiers/readIdentifiers";
import { readRowIdentifiers } from "../samples/rowIdentifiers";
import type { ImportRow, RowProblem, RowResult } from "./importResults";

type Identifier = "serialNumber" | "imei1" | "imei2";

const FIELD_OF_CODE: ReadonlyMap<RefusalCode, Identifier> = new Map([
  ["SERIAL_TAKEN", "serialNumber"],
  ["IMEI1_TAKEN", "imei1"],
  ["IMEI2_TAKEN", "imei2"],
]);
const IDENTIFIERS = [...FIELD_OF_CODE.values()];

/**
 * Completes the server's results with what only the whole file shows. If an earlier row has taken a
 * refused identifier, the result gets that row's number. A dry run writes nothing on the server, so
 * only this function sees that an earlier row would have taken an identifier.
 *
 * @returns a function that maps the server's result for each row, in file order, to that of an
 *   import
 */
export function repeatedRows(
  rows: readonly ImportRow[],
  duplicates: ImportPolicy,
  dryRun: boolean,
): (result: RowResult) => RowResult {
  const fieldsByRow = new Map(rows.map(({ row, fields }) => [row, fields]));
  const fieldsOf = (row: number) => fieldsByRow.get(row) ?? {};
  const takenBy = new Map<string, number>(); // row by identifierKey

  return (result) => {
    const fields = fieldsOf(result.row);
    const keys = identifierKeys(fields);
    const rowOf = (field: Identifier) => takenBy.get(keys[field]);
    const answer =
      dryRun && result.outcome === "imported"
        ? dryRunAnswer(result, { fields, duplicates, rowOf, fieldsOf })
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

type EarlierRows = {
  readonly fields: ImportRow["fields"];
  readonly duplicates: ImportPolicy;
  /** Number of the earlier row that has taken the row's identifier. */
  readonly rowOf: (field: Identifier) => number | undefined;
  readonly fieldsOf: (row: number) => ImportRow["fields"];
};

/**
 * Returns the result of a row that the server would import, given the identifiers of earlier rows.
 */
function dryRunAnswer(
  result: RowResult,
  { fields, duplicates, rowOf, fieldsOf }: EarlierRows,
): RowResult {
  const parse = (cells: ImportRow["fields"]): SampleInput =>
    parseImportRow(cells, DEFAULT_CHOICES, duplicates.imei).input;
  const { row } = result;
  // Most rows repeat nothing, and parsing a row costs more than everything else here.
  if (IDENTIFIERS.every((field) => rowOf(field) === undefined)) return result;
  const input = parse(fields);
  const earlier = rowOf("serialNumber");
  if (earlier !== undefined) {
    const before = parse(fieldsOf(earlier));
    if (duplicates.serialNumber === "update") {
      return { row, outcome: statesNothingNew(before, input) ? "already" : "updated" };
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

/** True if a row adds nothing to the earlier row. */
function statesNothingNew(before: SampleInput, input: SampleInput): boolean {
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

/** Returns a comparison key for each identifier of a row; "" if it has none. */
function identifierKeys(fields: ImportRow["fields"]): Record<Identifier, string> {
  const cell = (field: Identifier | "slots") => unescapeFormula(fields[field] ?? "").trim();
  const cells = {
    serialNumber: cell("serialNumber"),
    imei1: cell("imei1"),
    imei2: cell("imei2"),
    slots: cell("slots"),
  };
  const { serialNumber, imei1, imei2 } = readRowIdentifiers(cells).values;
  const serial = serialNumberKey(serialNumber);
  return {
    serialNumber: serial === "" ? "" : `serial ${serial}`,
    imei1: isImei(imei1) ? imei1 : "",
    imei2: isImei(imei2) ? imei2 : "",
  };
}
