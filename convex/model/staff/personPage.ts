/**
 * The sections of a person's page. They are empty for callers who may not read the person's record.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { STATUSES, type Status } from "#domain/custody/statuses";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import { mergeRanges } from "../../lib/mergedRanges";
import { pageInTurn } from "../../lib/rangesInTurn";
import * as AddressMoves from "../people/addressMoves";
import * as Users from "../people/users";
import { addressPeriods, isAddressOf } from "../people/formerEmails";
import { capPage, emptyPage } from "../common/pages";
import { maySee } from "../people/visibility";

/** One page of the samples that the person holds in one status, newest first. */
export async function holds(
  ctx: UserQueryCtx,
  args: { uid: string; status: Status; paginationOpts: PaginationOptions },
): Promise<PaginationResult<Doc<"samples">>> {
  const person = await Users.getVisible(ctx, args.uid);
  if (person === null) return emptyPage();
  const addresses = await AddressMoves.addressesNow(ctx, person.email);
  const rows = mergeRanges<"samples">(ctx, addresses, ["listDate"], (db, address) =>
    db
      .query("samples")
      .withIndex("by_samplmanag_and_status_and_listDate", (q) =>
        q.eq("samplmanag", address).eq("status", args.status),
      )
      .order("desc"),
  );
  const found = await rows.paginate(capPage(args.paginationOpts));
  return { ...found, page: await AddressMoves.resolveAddresses(ctx, found.page) };
}

/** Maximum number of samples in transit to the person, per status. */
const MAX_AWAITED = 50;

const dueOf = ({ overdueAt = Infinity }: Doc<"samples">) => overdueAt;

/**
 * Returns the samples that await the person's acknowledgement and that the caller may see, earliest
 * overdue first. `others` counts those that the caller, a supervisor, may not see because a person
 * outside their team still holds them. Reads at most 50 samples of each status; `isCut`: there are
 * more.
 */
export async function awaits(
  ctx: UserQueryCtx,
  uid: string,
): Promise<{ samples: Doc<"samples">[]; others: number; isCut: boolean }> {
  const person = await Users.getVisible(ctx, uid);
  if (person === null) return { samples: [], others: 0, isCut: false };
  const addresses = await AddressMoves.addressesNow(ctx, person.email);
  const pending = await Promise.all(
    STATUSES.map((status) =>
      mergeRanges<"samples">(ctx, addresses, ["listDate"], (db, address) =>
        db
          .query("samples")
          .withIndex("by_pendingWith_and_status_and_listDate", (q) =>
            q.eq("pendingWith", address).eq("status", status),
          )
          .order("desc"),
      ).take(MAX_AWAITED + 1),
    ),
  );
  const isCut = pending.some(({ length }) => length > MAX_AWAITED);
  const read = pending.flatMap((samples) => samples.slice(0, MAX_AWAITED));
  const all = await AddressMoves.resolveAddresses(ctx, read);
  all.sort((one, other) => dueOf(one) - dueOf(other));
  const isVisible = await Promise.all(all.map((sample) => maySee(ctx, ctx.actor, sample)));
  const samples = all.filter((_sample, index) => isVisible[index]);
  return { samples, others: all.length - samples.length, isCut };
}

/**
 * One page of the records whose manager was the person, newest first. A supervisor sees only
 * records since the person has reported to them (docs/product.md, "History: scopes").
 */
export async function history(
  ctx: UserQueryCtx,
  { uid, paginationOpts }: { uid: string; paginationOpts: PaginationOptions },
): Promise<PaginationResult<Doc<"history">>> {
  const person = await Users.getVisible(ctx, uid);
  if (person === null) return emptyPage();
  const ranges = addressPeriods(person).map(
    ({ email, from, before }) =>
      () =>
        ctx.db
          .query("history")
          .withIndex("by_samplmanag_and_actiondate", (q) =>
            q.eq("samplmanag", email).gte("actiondate", from).lt("actiondate", before),
          ),
  );
  const found = await pageInTurn<"history">(ranges, capPage(paginationOpts));
  const { actor } = ctx;
  if (actor.role === "admin" || person._id === actor._id) return found;
  return { ...found, page: found.page.filter(({ supervisor }) => isAddressOf(actor, supervisor)) };
}
