import { formatDate } from "../common/dates";
import { FIELD_LABELS } from "./fields";

/** The change of one field by an edit; undefined means that the field had no value. */
type FieldChange = {
  readonly field: string;
  readonly from?: string | number | undefined;
  readonly to?: string | number | undefined;
};

/** A changed field in display form. */
type ChangeInWords = { readonly label: string; readonly from: string; readonly to: string };

/** Lists the fields that an edit changed, with the labels used in forms. */
export function describeChanges(changes: readonly FieldChange[] = []): ChangeInWords[] {
  return changes.map(({ field, from, to }) => ({
    label: FIELD_LABELS[field as keyof typeof FIELD_LABELS] ?? field,
    from: shown(field, from),
    to: shown(field, to),
  }));
}

/** Returns the same list as one text: `Model: A53 → A54; Comments: – → new`. */
export function changesText(changes: readonly FieldChange[]): string {
  return describeChanges(changes)
    .map(({ label, from, to }) => `${label}: ${from} → ${to}`)
    .join("; ");
}

function shown(field: string, value: string | number | undefined): string {
  if (value === undefined || value === "") return "–";
  // The only date that an edit can change: a day, stored as UTC midnight.
  return field === "receiveDate" ? formatDate(Number(value), "UTC") : String(value);
}
