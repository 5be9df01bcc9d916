import { DateColumn } from "./dateColumn";
import type { DateTexts } from "./dateTexts";
import { DictionaryColumn } from "./dictionaryColumn";
import { DigitsColumn } from "./digitsColumn";
import { NumberColumn } from "./numberColumn";
import type { StoredColumn } from "./storedColumn";
import { TextColumn } from "./textColumn";

/**
 * The form in which a column keeps its cells. `dictionary`: texts of which many rows share one;
 * `date`: epoch ms; `digits`: IMEIs; `text`: texts that hardly two rows share; `number`: what is
 * not searched.
 */
type ColumnForm = "dictionary" | "date" | "digits" | "text" | "number";

export type ColumnDeclaration = {
  readonly field: string;
  readonly form: ColumnForm;
  /** False: a search does not look at it; only filters and sorts do. */
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
