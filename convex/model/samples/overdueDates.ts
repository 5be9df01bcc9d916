import type { Patch } from "#domain/common/objects";
import { isRequestStatus, overdueFrom } from "#domain/custody/overdue";
import type { Doc } from "../../_generated/dataModel";
import type { PeopleByEmail } from "../people/users";

type Request = Patch<Pick<Doc<"samples">, "pendingWith" | "overdueAt">> &
  Pick<Doc<"samples">, "status" | "listDate">;

/**
 * Returns the `overdueAt` of a sample after a change: by the thresholds of the person asked, and
 * none while nobody is asked. A request that goes on keeps its own; a new one costs a read of the
 * person's record.
 *
 * @param earlier the moment that an undo brings back, epoch ms
 */
export async function afterChange(
  people: PeopleByEmail,
  before: Request,
  after: Request,
  earlier?: number,
): Promise<number | undefined> {
  const isSame =
    before.pendingWith === after.pendingWith &&
    before.status === after.status &&
    before.listDate === after.listDate;
  return isSame ? before.overdueAt : await ofRequest(people, after, earlier);
}

/**
 * Returns the moment from which a request is overdue by the present thresholds of who is asked.
 *
 * @param request with present addresses
 * @param earlier the moment until now, epoch ms
 */
export async function ofRequest(
  people: PeopleByEmail,
  { status, listDate, pendingWith }: Request,
  earlier?: number,
): Promise<number | undefined> {
  if (pendingWith === undefined || !isRequestStatus(status)) return undefined;
  const person = await people.get(pendingWith);
  if (person === null) return undefined;
  return overdueFrom({ status, since: listDate }, person, Date.now(), earlier);
}
