import { oneOf, searchParams } from "@/lib/searchParams";
import { keysOf } from "#domain/common/objects";
import { LIST_PARAMS } from "../list/listSearch";

/** The fields by which a report can be grouped, with their labels. */
export const GROUP_LABELS = {
  samplmanag: "Person",
  country: "Country",
  brand: "Brand",
  status: "Status",
} as const;
export type GroupField = keyof typeof GROUP_LABELS;
export const GROUP_FIELDS = keysOf(GROUP_LABELS);

/** Search parameters of a report, for `validateSearch`; see `LIST_PARAMS`. */
export const reportSearch = searchParams({
  ...LIST_PARAMS,
  /** Field by which the rows are grouped. */
  group: oneOf(GROUP_FIELDS),
});

export type ReportState = ReturnType<typeof reportSearch>;
