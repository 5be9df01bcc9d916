import type { Patch } from "#domain/common/objects";
import { isRequestStatus, overdueFrom } from "#domain/custody/overdue";
import type { Doc } from "../../_generated/dataModel";
import type { PeopleByEmail } from "../people/users";

type Request = Patch<Pick<Doc<"samples">, "pendingWith" | "overdueAt">> &
  Pick<Doc<"samples">, "status" | "listDate">;

type Change = {
  readonly before: Request;
  readonly after: Request;
  /** The value that an undo restores, epoch ms. */
  readonly overdueBefore?: number | undefined;
};

/**
 * Returns the `overdueAt` of a sample after a change, based on the thresholds of the person asked;
 * undefined while no request is open. An unchanged request keeps its value; a new one costs one
 * read of the person's document.
 *
 * @param now time of the change, epoch ms
 */
export async function afterChange(
  people: PeopleByEmail,
  { before, after, overdueBefore }: Change,
  now: number,
): Promise<number | undefined> {
  const isSame =
    before.pendingWith === after.pendingWith &&
    before.status === after.status &&
    before.listDate === after.listDate;
  return isSame ? before.overdueAt : await ofRequest(people, after, now, overdueBefore);
}

/**
 * Returns when a request becomes overdue according to the current thresholds of the person asked.
 *
 * @param request with present addresses
 * @param now time of the change, epoch ms
 * @param earlier the previous value, epoch ms
 */
export async function ofRequest(
  people: PeopleByEmail,
  { status, listDate, pendingWith }: Request,
  now: number,
  earlier?: number,
): Promise<number | undefined> {
  if (pendingWith === undefined || !isRequestStatus(status)) return undefined;
  const person = await people.get(pendingWith);
  if (person === null) return undefined;
  return overdueFrom({ status, since: listDate }, person, now, earlier);
}
