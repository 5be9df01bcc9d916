import { LISTS, LIST_NAMES, type ListName } from "./lists";
import { keysOf } from "../common/objects";
import type { Role } from "../custody/workflow";

/**
 * The tables whose filters, sort and columns can be saved as a named view, with their paths. A
 * saved view is only a URL; access rights apply when it is opened.
 */
export const VIEW_TABLES = {
  ...(Object.fromEntries(LIST_NAMES.map((name) => [name, LISTS[name].path])) as {
    [Name in ListName]: (typeof LISTS)[Name]["path"];
  }),
  history: "/dashboard/history",
} as const;

export type ViewTable = keyof typeof VIEW_TABLES;
export const VIEW_TABLE_NAMES = keysOf(VIEW_TABLES);

/** The URL parameters that make up a view: search, filters, sort, columns, scope of the list. */
const VIEW_KEYS = ["q", "filter", "sort", "cols", "hide", "scope"] as const;
export type ViewState = { readonly [Key in (typeof VIEW_KEYS)[number]]?: string };

/** Maximum number of views per person, and of views shared with all users. */
export const MAX_VIEWS = 50;
export const MAX_VIEW_NAME = 60;
/** Maximum length of a view's state, in characters: some programs do not open longer URLs. */
export const MAX_VIEW_STATE = 4_000;
/** Maximum length of the same filters in server form, as JSON, in characters. */
export const MAX_STORED_QUERY = 12_000;

/** Returns with whom a person of this role can share a view; null if they cannot share. */
export function viewAudience(role: Role): "everybody" | "reports" | null {
  if (role === "admin") return "everybody";
  return role === "supervisor" ? "reports" : null;
}

/** Extracts the view parameters from a URL's search; empty ones are omitted. */
export function viewState(search: Readonly<Record<string, unknown>>): ViewState {
  return Object.fromEntries(
    VIEW_KEYS.map((key) => [key, search[key]]).filter(
      ([, value]) => typeof value === "string" && value !== "",
    ),
  ) as ViewState;
}

/** True if both show the same rows in the same columns. */
export function isSameView(one: ViewState, other: ViewState): boolean {
  return VIEW_KEYS.every((key) => one[key] === other[key]);
}
