import type { PaginationOptions, PaginationResult } from "convex/server";
import { LISTS, mayUseScope, type ListName, type Scope } from "../../domain/lists";
import type { Doc } from "../_generated/dataModel";
import { appError } from "../lib/errors";
import type { UserQueryCtx } from "../lib/functions";
import { bounded } from "./pages";
import * as Supervision from "./supervision";

/**
 * One page of one scope of a list, in the list's order. Reads one index range, whose rows are exactly
 * that list's: the sort key of a sample that is not in a list is absent (domain/lists.ts, sortKeys).
 *
 * @throws NOT_ALLOWED for a scope that the caller's role does not have
 */
export async function page(
  ctx: UserQueryCtx,
  args: { list: ListName; scope: Scope; paginationOpts: PaginationOptions },
): Promise<PaginationResult<Doc<"samples">>> {
  const { list, scope } = args;
  if (!mayUseScope(ctx.actor.role, list, scope)) throw appError("NOT_ALLOWED");
  const found = await range(ctx, list, scope)
    .order(LISTS[list].order)
    .paginate(bounded(args.paginationOpts));
  if (scope !== "team") return found;
  const left = await Supervision.leftTeam(ctx, ctx.actor.email);
  if (left.size === 0) return found;
  return { ...found, page: found.page.filter(({ samplmanag }) => !left.has(samplmanag)) };
}

/** Sort keys are ≥ 0, or absent; absent sorts before every number. */
const LISTED = 0;

function range(ctx: UserQueryCtx, list: ListName, scope: Scope) {
  const samples = ctx.db.query("samples");
  const me = ctx.actor.email;
  switch (`${list}/${scope}` as const) {
    case "transfer/all":
      return samples.withIndex("by_transferSort", (q) => q.gte("transferSort", LISTED));
    case "transfer/mine":
      return samples.withIndex("by_samplmanag_and_transferSort", (q) =>
        q.eq("samplmanag", me).gte("transferSort", LISTED),
      );
    case "transfer/team":
      return samples.withIndex("by_supervisor_and_transferSort", (q) =>
        q.eq("supervisor", me).gte("transferSort", LISTED),
      );
    case "transfer/addressed":
      return samples.withIndex("by_inTransitTo_and_transferSort", (q) =>
        q.eq("inTransitTo", me).gte("transferSort", LISTED),
      );
    case "return/all":
      return samples.withIndex("by_returnSort", (q) => q.gte("returnSort", LISTED));
    case "return/mine":
      return samples.withIndex("by_samplmanag_and_returnSort", (q) =>
        q.eq("samplmanag", me).gte("returnSort", LISTED),
      );
    case "return/team":
      return samples.withIndex("by_supervisor_and_returnSort", (q) =>
        q.eq("supervisor", me).gte("returnSort", LISTED),
      );
    case "return/addressed":
      return samples.withIndex("by_inReturnTo_and_returnSort", (q) =>
        q.eq("inReturnTo", me).gte("returnSort", LISTED),
      );
    case "lost/all":
      return samples.withIndex("by_lostSort", (q) => q.gte("lostSort", LISTED));
    case "lost/mine":
      return samples.withIndex("by_samplmanag_and_lostSort", (q) =>
        q.eq("samplmanag", me).gte("lostSort", LISTED),
      );
    case "lost/team":
      return samples.withIndex("by_supervisor_and_lostSort", (q) =>
        q.eq("supervisor", me).gte("lostSort", LISTED),
      );
    case "lost/addressed":
      return samples.withIndex("by_inOSapprby_and_lostSort", (q) =>
        q.eq("inOSapprby", me).gte("lostSort", LISTED),
      );
    case "delete/all":
      return samples.withIndex("by_status", (q) => q.eq("status", "Registered"));
    case "delete/mine":
      return samples.withIndex("by_registeredby_and_status", (q) =>
        q.eq("registeredby", me).eq("status", "Registered"),
      );
    case "delete/team":
      return samples.withIndex("by_supervisor_and_status", (q) =>
        q.eq("supervisor", me).eq("status", "Registered"),
      );
    case "delete/addressed":
      throw new Error("Nothing is addressed in the delete list: mayUseScope refuses it");
  }
}
