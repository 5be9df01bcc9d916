/** Reads the three identifiers of an imported row, in any spelling. */
import { refusalOf, type Refusal } from "../common/errors";
import { FIELD_LABELS } from "./fields";
import { isImei } from "../identifiers/imei";
import { MESSAGES } from "../common/messages";
import { hasImei2 } from "../identifiers/slots";
import {
  cleanSerialNumber,
  imeiOf,
  isArticleNumber,
  OTHER_CODES,
  readIdentifiers,
  serialNumberKey,
  type Reading,
} from "../identifiers/readIdentifiers";

type IdentifierField = "serialNumber" | "imei1" | "imei2";
type Cells = Readonly<Record<IdentifierField | "slots", string>>;

export type RowIdentifiers = {
  readonly values: Readonly<Record<IdentifierField, string>>;
  readonly problems: readonly Refusal[];
  readonly warnings: readonly string[];
};

/**
 * Returns the identifiers of a row. A cell with several, such as `3573…/3573…` or the text of a
 * maker's QR code, fills the empty cells of the others; an identifier without a free field is
 * refused.
 */
export function readRowIdentifiers(cells: Cells): RowIdentifiers {
  const { serialNumber, imei1, imei2 } = cells;
  if (arePlain(cells)) {
    return { values: { serialNumber, imei1, imei2 }, problems: [], warnings: [] };
  }
  return new RowReader(cells).read();
}

/** True for nearly all rows: two IMEIs of digits only, and an unmistakable serial number. */
function arePlain({ serialNumber, imei1, imei2 }: Cells): boolean {
  return (
    isImei(imei1) &&
    (imei2 === "" || isImei(imei2)) &&
    /^[\w.-]{0,18}$/.test(serialNumber) &&
    !isArticleNumber(serialNumber)
  );
}

class RowReader {
  readonly #cells: Cells;
  readonly #values: Record<IdentifierField, string>;
  readonly #problems: Refusal[] = [];
  readonly #warnings: string[] = [];

  constructor(cells: Cells) {
    const { serialNumber, imei1, imei2 } = cells;
    this.#cells = cells;
    this.#values = { serialNumber, imei1, imei2 };
  }

  read(): RowIdentifiers {
    const others = [
      ...this.#readSerial(),
      ...this.#readImei("imei1"),
      ...(hasImei2(this.#cells.slots) ? this.#readImei("imei2") : []),
    ];
    for (const { from, reading } of others) this.#place(from, reading);
    return { values: this.#values, problems: this.#problems, warnings: this.#warnings };
  }

  /** @returns the cell's other identifiers, after its serial number */
  #readSerial() {
    const from = "serialNumber";
    const readings = readIdentifiers(this.#cells[from]);
    const [first] = readings;
    this.#values[from] = cleanSerialNumber(this.#cells[from]);
    if (readings.some(({ kind }) => kind === "serialNumber")) {
      return readings
        .filter(({ kind }) => kind === "imei")
        .map((reading) => ({ from, reading }) as const);
    }
    if (first?.kind === "other") this.#refuseOther(from, first.name);
    if (first?.kind === "imei" && first.isLabelled === true) this.#refuse(from, "an IMEI");
    return [];
  }

  /** @returns the cell's other identifiers, after its first IMEI */
  #readImei(from: "imei1" | "imei2") {
    const text = this.#cells[from];
    const imei = imeiOf(text);
    if (imei !== null) {
      this.#setImei(from, imei);
      return [];
    }
    const readings = readIdentifiers(text);
    const [first] = readings;
    const imeis = readings.filter((each) => each.kind === "imei");
    const own = imeis.find(({ slot }) => slot === (from === "imei1" ? 1 : 2)) ?? imeis[0];
    if (own === undefined) {
      if (first?.kind === "other" && first.name !== "imei") this.#refuseOther(from, first.name);
      return [];
    }
    this.#setImei(from, own);
    return readings
      .filter((each) => each !== own && each.kind !== "other")
      .map((reading) => ({ from, reading }) as const);
  }

  #setImei(field: "imei1" | "imei2", { value, isComputed }: { value: string; isComputed?: true }) {
    this.#values[field] = value;
    if (isComputed === undefined) return;
    this.#warnings.push(`${field}: ${MESSAGES.checkDigitComputed}`);
  }

  /** Moves an identifier that shares another one's cell into its own field, if that is empty. */
  #place(from: IdentifierField, { kind, value }: Reading): void {
    const values = this.#values;
    const isKnown =
      kind === "serialNumber"
        ? serialNumberKey(values.serialNumber) === serialNumberKey(value)
        : values.imei1 === value || values.imei2 === value;
    if (isKnown) return;
    const fields =
      kind === "serialNumber"
        ? (["serialNumber"] as const)
        : hasImei2(this.#cells.slots)
          ? (["imei1", "imei2"] as const)
          : (["imei1"] as const);
    const field = fields.find((each) => values[each] === "");
    if (field === undefined) {
      this.#refuse(from, `several codes, and no field is free for ${value}`);
      return;
    }
    values[field] = value;
    this.#warnings.push(`${field}: ${value} was read in the cell of ${FIELD_LABELS[from]}`);
  }

  /** A number that a spreadsheet changed is refused as such in any column. */
  #refuseOther(field: IdentifierField, name: keyof typeof OTHER_CODES): void {
    if (name !== "number") this.#refuse(field, OTHER_CODES[name]);
  }

  #refuse(field: IdentifierField, name: string): void {
    const value = this.#cells[field].slice(0, 60);
    const label = FIELD_LABELS[field];
    this.#problems.push(refusalOf("IDENTIFIER_MISPLACED", { label, value, name }, field));
  }
}
