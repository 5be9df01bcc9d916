import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import { appError } from "../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../lib/functions";
import { bounded } from "./pages";
import * as Users from "./users";

/**
 * One page of the people whose records the caller may read, by e-mail; supervisors themselves first.
 * Source: doc 2 §6, product.md "Who sees what".
 */
export async function page(
  ctx: UserQueryCtx,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"users">>> {
  const { actor } = ctx;
  switch (actor.role) {
    case "user":
      return { page: [actor], isDone: true, continueCursor: "" };
    case "supervisor": {
      const reports = await ctx.db
        .query("users")
        .withIndex("by_supervisor_and_email", (q) => q.eq("supervisor", actor.email))
        .paginate(bounded(paginationOpts));
      const others = reports.page.filter(({ _id }) => _id !== actor._id);
      return { ...reports, page: paginationOpts.cursor === null ? [actor, ...others] : others };
    }
    case "admin":
      return await ctx.db.query("users").withIndex("by_email").paginate(bounded(paginationOpts));
    default:
      return actor.role satisfies never;
  }
}

/**
 * The person whom an admin is about to change.
 *
 * @throws OWN_ACCOUNT: nobody gives or takes their own rights, so there is always an admin left
 * @throws USER_UNKNOWN
 */
export async function otherThanActor(ctx: UserMutationCtx, email: string): Promise<Doc<"users">> {
  const user = await Users.getByEmailOrThrow(ctx, email.trim().toLowerCase());
  if (user._id === ctx.actor._id) throw appError("OWN_ACCOUNT");
  return user;
}
