import { LISTS, LIST_NAMES, type ListName } from "./lists";
import { keysOf } from "../common/objects";
import type { Role } from "../custody/workflow";

/**
 * The tables whose filters, sort and columns people save under a name, and the address of each. A
 * saved view is an address and nothing else: what its reader sees there is decided as ever.
 */
export const VIEW_TABLES = {
  ...(Object.fromEntries(LIST_NAMES.map((name) => [name, LISTS[name].path])) as {
    [Name in ListName]: (typeof LISTS)[Name]["path"];
  }),
  history: "/dashboard/history",
} as const;

export type ViewTable = keyof typeof VIEW_TABLES;
export const VIEW_TABLE_NAMES = keysOf(VIEW_TABLES);

/** The parts of an address that make a view: search, filters, sort, columns, part of the list. */
const VIEW_KEYS = ["q", "filter", "sort", "cols", "hide", "scope"] as const;
export type ViewState = { readonly [Key in (typeof VIEW_KEYS)[number]]?: string };

/** Most views of one person, and most that are shared with everybody. */
export const MAX_VIEWS = 50;
export const MAX_VIEW_NAME = 60;
/** Most characters of a view's state: longer addresses are not opened everywhere. */
export const MAX_VIEW_STATE = 4_000;
/** Most characters of the same filters as the server judges them, as JSON. */
export const MAX_STORED_QUERY = 12_000;

/** Returns the audience that a person of this role can share a view with; null for nobody. */
export function viewAudience(role: Role): "everybody" | "reports" | null {
  if (role === "admin") return "everybody";
  return role === "supervisor" ? "reports" : null;
}

/** Picks out of an address what a view keeps; empty parts are left out. */
export function viewState(search: Readonly<Record<string, unknown>>): ViewState {
  return Object.fromEntries(
    VIEW_KEYS.map((key) => [key, search[key]]).filter(
      ([, value]) => typeof value === "string" && value !== "",
    ),
  ) as ViewState;
}

/** True when the two show the same rows in the same columns. */
export function isSameView(one: ViewState, other: ViewState): boolean {
  return VIEW_KEYS.every((key) => one[key] === other[key]);
}
