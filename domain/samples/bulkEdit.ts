import { isOnEarth } from "../common/coordinates";
import { refusalOf, type Refusal } from "../common/errors";
import { FIELD_LABELS } from "./fields";
import { MAX_COMMENTS, MAX_TEXT, plainName, plainText } from "../common/plainText";
import { textRefusal } from "../common/textRefusal";

/**
 * A bulk edit sets some of these fields to the same value on many samples. Blank fields are left
 * unchanged: no form lets these fields be emptied. See docs/product.md, "Editing many samples".
 */
export const BULK_FIELDS = ["customers", "location", "comments"] as const;
export type BulkField = (typeof BULK_FIELDS)[number];

/** The values to set; country, city, `lat` and `lng` (degrees) belong to the location. */
export type BulkEdit = {
  readonly customers?: string;
  readonly location?: string;
  readonly country?: string;
  readonly city?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly comments?: string;
};

/** Form values of a bulk edit; "" if nothing was typed. */
export type BulkEditInput = Readonly<Record<BulkField, string>> & {
  readonly country?: string | undefined;
  readonly city?: string | undefined;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
};

export const EMPTY_BULK_EDIT: BulkEditInput = { customers: "", location: "", comments: "" };

/**
 * Returns the trimmed, non-blank values to set, or the refusal of the edit: nothing is filled in, a
 * text is too long, or a location was typed but not picked.
 */
export function parseBulkEdit(stated: {
  readonly [field in keyof BulkEditInput]?: BulkEditInput[field] | undefined;
}): BulkEdit | Refusal {
  const edit: { -readonly [field in keyof BulkEdit]: BulkEdit[field] } = {};
  for (const field of BULK_FIELDS) {
    const isComment = field === "comments";
    const text = (isComment ? plainText : plainName)(stated[field] ?? "");
    const max = isComment ? MAX_COMMENTS : MAX_TEXT;
    const refused = textRefusal(text, { label: FIELD_LABELS[field], max }, field);
    if (refused !== null) return refused;
    if (text !== "") edit[field] = text;
  }
  if (Object.keys(edit).length === 0) return refusalOf("EDIT_EMPTY");
  if (edit.location === undefined) return edit;
  const { lat, lng } = stated;
  if (lat === undefined || lng === undefined || !isOnEarth(lat, lng)) {
    return refusalOf("PLACE_NOT_PICKED", { label: FIELD_LABELS.location }, "location");
  }
  const [country, city] = [stated.country, stated.city].map((text = "") =>
    plainName(text).slice(0, MAX_TEXT),
  );
  return { ...edit, ...(country && { country }), ...(city && { city }), lat, lng };
}

/**
 * Lists the values that an edit sets, with their labels: `{ label: "Customers", text: "Vivo" }`.
 */
export function describeBulkEdit(
  edit: BulkEdit,
): { field: BulkField; label: string; text: string }[] {
  return BULK_FIELDS.flatMap((field) => {
    const text = edit[field];
    return text === undefined ? [] : { field, label: FIELD_LABELS[field], text };
  });
}
