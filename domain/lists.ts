import type { Status } from "./statuses";
import type { PendingField, Role } from "./workflow";

/** The four lists of samples that screens show. Source: doc 2 §2 and §4, "List exclusions" and "Sorting". */
export const LISTS = {
  transfer: {
    title: "Transfer Sample",
    statuses: ["Registered", "In Transit", "In Use"],
    order: "desc",
    addressedBy: "inTransitTo",
  },
  return: {
    title: "Return Sample to Customer",
    statuses: ["Registered", "In Use", "In Return"],
    order: "desc",
    addressedBy: "inReturnTo",
  },
  lost: {
    title: "Lost Sample",
    statuses: ["Registered", "In Use", "Request Lost"],
    order: "asc",
    addressedBy: "inOSapprby",
  },
  delete: {
    title: "Delete Sample",
    statuses: ["Registered"],
    order: "desc",
    addressedBy: null,
  },
} as const satisfies Record<string, ListRule>;

type ListRule = {
  readonly title: string;
  readonly statuses: readonly Status[];
  /** Of the sort key; rows without a date come last in either order. */
  readonly order: "asc" | "desc";
  /** The field naming the person to whom rows of this list may be addressed. */
  readonly addressedBy: PendingField | null;
};

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

/**
 * One bounded range of a list. `mine`: held by the actor (delete list: registered by the actor);
 * `team`: held by people whose supervisor is the actor; `addressed`: waiting for the actor.
 */
export const SCOPES = ["all", "mine", "team", "addressed"] as const;
export type Scope = (typeof SCOPES)[number];

const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  admin: ["all", "mine", "team", "addressed"],
  supervisor: ["mine", "team", "addressed"],
  user: ["mine", "addressed"],
};

/** The server refuses the other scopes. Source: doc 2 §6, "Visible samples per role". */
export function mayUseScope(role: Role, list: ListName, scope: Scope): boolean {
  if (scope === "addressed" && LISTS[list].addressedBy === null) return false;
  return SCOPES_OF_ROLE[role].includes(scope);
}

/** The ranges that together are everything `role` sees in `list`, without overlap for an admin. */
export function scopesToShow(role: Role, list: ListName): Scope[] {
  if (role === "admin") return ["all"];
  return SCOPES_OF_ROLE[role].filter((scope) => mayUseScope(role, list, scope));
}

type Dates = {
  readonly inTransitDate?: number | undefined;
  readonly inUseDate?: number | undefined;
  readonly inReturnDate?: number | undefined;
  readonly returnedDate?: number | undefined;
  readonly reqOSDate?: number | undefined;
};

/** Sorts after every real date in an ascending list: year 287396. */
const NO_DATE_ASCENDING = Number.MAX_SAFE_INTEGER;

/** Sort keys that are stored on the sample; a key that is undefined keeps it out of that list. */
export type SortKeys = {
  readonly transferSort: number | undefined;
  readonly returnSort: number | undefined;
  readonly lostSort: number | undefined;
};

/** Membership and order of a sample in the three hand-over lists: epoch ms, UTC. */
export function sortKeys(status: Status, dates: Dates): SortKeys {
  const isIn = (list: ListName) => (LISTS[list].statuses as readonly Status[]).includes(status);
  return {
    transferSort: isIn("transfer") ? (dates.inTransitDate ?? dates.inUseDate ?? 0) : undefined,
    returnSort: isIn("return") ? (dates.inReturnDate ?? dates.returnedDate ?? 0) : undefined,
    lostSort: isIn("lost") ? (dates.reqOSDate ?? NO_DATE_ASCENDING) : undefined,
  };
}
