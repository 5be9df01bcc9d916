import { z } from "zod";
import { listSearch } from "../list/listSearch";

/** The fields that a report is grouped by, each with its label. */
export const GROUP_LABELS = {
  samplmanag: "Person",
  country: "Country",
  brand: "Brand",
  status: "Status",
} as const;
export type GroupField = keyof typeof GROUP_LABELS;
export const GROUP_FIELDS = Object.keys(GROUP_LABELS) as GroupField[];

/** The address of a report, for `validateSearch`; see `listSearch`. */
export const reportSearch = listSearch.extend({
  /** Sums up the rows by this field. */
  group: z.enum(GROUP_FIELDS).optional().catch(undefined),
});

export type ReportState = z.infer<typeof reportSearch>;
