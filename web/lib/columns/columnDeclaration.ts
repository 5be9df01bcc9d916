import { DateColumn } from "./dateColumn";
import type { DateTexts } from "./dateTexts";
import { DictionaryColumn } from "./dictionaryColumn";
import { DigitsColumn } from "./digitsColumn";
import { NumberColumn } from "./numberColumn";
import type { StoredColumn } from "./storedColumn";
import { TextColumn } from "./textColumn";

/**
 * How a column stores its cells. `dictionary`: texts shared by many rows; `date`: epoch ms;
 * `digits`: IMEIs; `text`: mostly unique texts; `number`: numbers that are not searched.
 */
type ColumnForm = "dictionary" | "date" | "digits" | "text" | "number";

export type ColumnDeclaration = {
  readonly field: string;
  readonly form: ColumnForm;
  /** False: not searched, only filtered and sorted. */
  readonly isSearched?: boolean;
};

/** @param dateTexts shared by all date columns of a table */
export function createColumn(
  { field, form }: ColumnDeclaration,
  dateTexts: DateTexts,
): StoredColumn {
  switch (form) {
    case "dictionary":
      return new DictionaryColumn(field);
    case "date":
      return new DateColumn(field, dateTexts);
    case "digits":
      return new DigitsColumn(field);
    case "text":
      return new TextColumn(field);
    case "number":
      return new NumberColumn(field);
  }
  return form satisfies never;
}
