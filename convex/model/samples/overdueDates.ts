import type { Patch } from "#domain/common/objects";
import { isRequestStatus, overdueFrom } from "#domain/custody/overdue";
import type { Doc } from "../../_generated/dataModel";
import type { PeopleByEmail } from "../people/users";

type Request = Patch<Pick<Doc<"samples">, "pendingWith" | "overdueAt">> &
  Pick<Doc<"samples">, "status" | "listDate">;

/**
 * Returns the `overdueAt` of a sample after a change, based on the thresholds of the person asked;
 * undefined while no request is open. An unchanged request keeps its value; a new one costs one
 * read of the person's document.
 *
 * @param earlier the value that an undo restores, epoch ms
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
 * Returns when a request becomes overdue according to the current thresholds of the person asked.
 *
 * @param request with present addresses
 * @param earlier the previous value, epoch ms
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
