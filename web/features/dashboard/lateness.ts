/** Counts who is late and who holds too many samples, and links to the samples counted. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { formatAddressFilters } from "#domain/tables/addressFilters";
import { LISTS, type HandOverList } from "#domain/samples/lists";
import type { RequestStatus } from "#domain/custody/overdue";
import type { PendingField } from "#domain/custody/workflow";

/** The column of each list that contains the person asked. */
const ASKED = {
  transfer: "inTransitTo",
  return: "inReturnTo",
  lost: "inOSapprby",
} as const satisfies Record<HandOverList, PendingField>;

type Awaited = FunctionReturnType<typeof api.dashboard.awaited>;
type LatePerson = {
  readonly email: string;
  readonly requests: { list: HandOverList; count: number }[];
};

/** Counts the requests overdue at `now` (epoch ms) per person, earliest overdue first. */
export function lateByPerson(awaited: Awaited, now: number): LatePerson[] {
  const late = new Map<string, LatePerson>();
  for (const { email, list, overdueAt } of awaited) {
    const count = overdueAt.filter((at) => at <= now).length;
    if (count === 0) continue;
    const person = late.get(email) ?? { email, requests: [] };
    late.set(email, person);
    person.requests.push({ list, count });
  }
  return [...late.values()];
}

/** Number of overdue requests by status. */
export type Late = Readonly<Partial<Record<RequestStatus, number>>>;

/** Counts the requests overdue at `now` (epoch ms) by the status of their samples. */
export function lateByStatus(awaited: Awaited, now: number): Late {
  const late: Partial<Record<RequestStatus, number>> = {};
  for (const { list, overdueAt } of awaited) {
    const status = LISTS[list].awaited;
    late[status] = (late[status] ?? 0) + overdueAt.filter((at) => at <= now).length;
  }
  return late;
}

type OverLimits = FunctionReturnType<typeof api.dashboard.overLimits>;
type Over = { readonly email: string; readonly limits: OverLimits };

/** The limits exceeded at `now` (epoch ms) per person, in the given order. */
export function overByPerson(over: OverLimits, now: number): Over[] {
  const counting = over.filter(({ since }) => since <= now);
  const emails = [...new Set(counting.map(({ email }) => email))];
  return emails.map((email) => ({
    email,
    limits: counting.filter((each) => each.email === email),
  }));
}

/** Props of the link to a person's overdue requests in the reader's scope. */
export function overdueLink(list: HandOverList, email: string) {
  const filter = formatAddressFilters({ [ASKED[list]]: { kind: "select", anyOf: [email] } });
  return { to: LISTS[list].path, search: { scope: "overdue" as const, filter } };
}
