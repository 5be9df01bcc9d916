import { keysOf } from "../common/objects";
import { STATUSES, type Status } from "../custody/statuses";
import { pendingPerson, WORKFLOW, type Custody, type Role, type Step } from "../custody/workflow";

/**
 * The lists of samples shown on screens; `open` contains every sample that is neither Returned nor
 * Lost, `report` every sample (docs/product.md, "The lists of samples").
 */
export const LISTS = {
  open: {
    title: "Open Samples",
    path: "/private",
    statuses: ["Registered", "In Transit", "In Use", "In Return", "Request Lost"],
    order: "desc",
    awaited: "In Transit",
  },
  transfer: {
    title: "Transfer Sample",
    path: "/dashboard/homefstransfer",
    statuses: ["Registered", "In Transit", "In Use"],
    order: "desc",
    awaited: "In Transit",
  },
  return: {
    title: "Return Sample to Customer",
    path: "/dashboard/homefsreturn",
    statuses: ["Registered", "In Use", "In Return"],
    order: "desc",
    awaited: "In Return",
  },
  lost: {
    title: "Lost Sample",
    path: "/dashboard/homefsos",
    statuses: ["Registered", "In Use", "Request Lost"],
    order: "asc",
    awaited: "Request Lost",
  },
  delete: {
    title: "Delete Sample",
    path: "/dashboard/homefsedit",
    statuses: ["Registered"],
    order: "desc",
    awaited: null,
  },
  report: {
    title: "Report Sample",
    path: "/private/reportfs",
    statuses: STATUSES,
    order: "desc",
    awaited: null,
  },
} as const satisfies Record<string, ListRule>;

type ListRule = {
  readonly title: string;
  /** Path of the list's screen. */
  readonly path: string;
  readonly statuses: readonly Status[];
  /** Sort order by the date of the list's own step; rows without one come last in either order. */
  readonly order: "asc" | "desc";
  /** The status in which a row of this list awaits an answer from the person asked. */
  readonly awaited: Status | null;
};

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = keysOf(LISTS);

/** The lists of pending requests. */
export const HAND_OVER_LISTS = ["transfer", "return", "lost"] as const satisfies ListName[];
export type HandOverList = (typeof HAND_OVER_LISTS)[number];

/** True for lists in the order of registration, newest first; the others sort by their own step. */
export const isByRegistration = (list: ListName): boolean =>
  !HAND_OVER_LISTS.some((each) => each === list);

/**
 * Returns the list that shows the samples which `step` requests, answers, or takes back into use.
 */
export function listForStep(step: Step): HandOverList {
  if (step === "reopen") return "transfer"; // a reopened sample can be transferred
  const rule = WORKFLOW[step];
  const awaited = "assigneeField" in rule ? rule.to : rule.from[0];
  const list = HAND_OVER_LISTS.find((each) => LISTS[each].awaited === awaited);
  if (list === undefined) throw new Error(`No list shows what is ${awaited}, for ${step}`);
  return list;
}

/**
 * The part of a list that a reader requests. `mine`: samples that the reader holds (in the delete
 * list, only those that they also registered); `team`: samples held by the reader's reports;
 * `addressed`: samples awaiting the reader's answer.
 */
export const SCOPES = ["all", "mine", "team", "addressed"] as const;
export type Scope = (typeof SCOPES)[number];

const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  admin: ["all", "mine", "team", "addressed"],
  supervisor: ["mine", "team", "addressed"],
  user: ["mine", "addressed"],
};

/**
 * True if `role` may request `scope` of `list`; the server refuses any other (docs/product.md,
 * "Lists: scopes").
 */
export function mayUseScope(role: Role, list: ListName, scope: Scope): boolean {
  if (scope === "addressed" && LISTS[list].awaited === null) return false;
  return SCOPES_OF_ROLE[role].includes(scope);
}

/**
 * Returns the scopes that together contain everything `role` may see in `list`; an admin's do not
 * overlap.
 */
export function scopesToShow(role: Role, list: ListName): Scope[] {
  if (role === "admin") return ["all"];
  return SCOPES_OF_ROLE[role].filter((scope) => mayUseScope(role, list, scope));
}

/**
 * Returns the statuses that rows of `scope` can have in `list`; each is one index range on the
 * server.
 */
export function statusesIn(list: ListName, scope: Scope): readonly Status[] {
  const { statuses, awaited } = LISTS[list];
  if (scope !== "addressed") return statuses;
  return awaited === null ? [] : [awaited];
}

/**
 * Returns the fields that contain the reader's e-mail in each row of `mine`. The delete list
 * contains the samples that `deleteRefusal` (domain/custody/workflow.ts) lets the reader delete.
 */
export function ownFields(list: ListName): readonly ("samplmanag" | "registeredby")[] {
  return list === "delete" ? ["samplmanag", "registeredby"] : ["samplmanag"];
}

type Dates = {
  readonly inTransitDate?: number | undefined;
  readonly inUseDate?: number | undefined;
  readonly inReturnDate?: number | undefined;
  readonly returnedDate?: number | undefined;
  readonly reqOSDate?: number | undefined;
  readonly osDate?: number | undefined;
};

type ListIndexFields = {
  /**
   * Epoch ms, UTC, of the step that led to the sample's current status; 0 if there is no such date.
   */
  readonly listDate: number;
  /** E-mail of the person whose answer is pending. */
  readonly pendingWith: string | undefined;
};

/**
 * Returns the fields stored in a sample for the index ranges of the lists. One date serves all
 * lists, because each list sorts by a date that only one of its statuses has: In Return the
 * return's, Request Lost the request's, and samples that can be handed over the transfer's.
 */
export function listIndexFields(custody: Custody & Dates): ListIndexFields {
  return {
    listDate: listDate(custody) ?? 0,
    pendingWith: pendingPerson(custody),
  };
}

function listDate(custody: Pick<Custody, "status"> & Dates): number | undefined {
  switch (custody.status) {
    case "In Return":
      return custody.inReturnDate;
    case "Returned":
      return custody.returnedDate;
    case "Request Lost":
      return custody.reqOSDate;
    case "Lost":
      return custody.osDate;
    case "Registered":
    case "In Transit":
    case "In Use":
      return custody.inTransitDate ?? custody.inUseDate;
  }
}

export type ListRow = {
  readonly _id: string;
  readonly _creationTime: number;
  readonly status: Status;
  readonly listDate: number;
};

/**
 * Compares rows of `list` in its order; 0 only for the same row. Within one status the order equals
 * that of the server's index range (date, creation time, id), so sorted ranges can be merged with
 * it.
 */
export function compareInList(list: ListName): (one: ListRow, other: ListRow) => number {
  const { order, awaited } = LISTS[list];
  const sign = order === "asc" ? 1 : -1;
  // Return and Lost start with pending requests; the other rows have no date of that step.
  const isDated = (row: ListRow) => Number(row.status === awaited);
  const datedFirst = (one: ListRow, other: ListRow) =>
    list === "return" || list === "lost" ? isDated(other) - isDated(one) : 0;
  return (one, other) =>
    datedFirst(one, other) ||
    sign *
      (one.listDate - other.listDate ||
        one._creationTime - other._creationTime ||
        (one._id < other._id ? -1 : Number(one._id > other._id)));
}
