import type { PaginationOptions, PaginationResult } from "convex/server";
import { parseEmail } from "../../domain/email";
import type { RefusalCode } from "../../domain/errors";
import { mayAct } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { appError } from "../lib/errors";
import type { AdministratorCtx, UserQueryCtx } from "../lib/functions";
import { capPage } from "./pages";
import * as Users from "./users";

/**
 * One page of the people whose records the caller may read, by e-mail; a supervisor comes first on
 * their own list (docs/product.md, "Employees and private data").
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
        .paginate(capPage(paginationOpts));
      const others = reports.page.filter(({ _id }) => _id !== actor._id);
      return { ...reports, page: paginationOpts.cursor === null ? [actor, ...others] : others };
    }
    case "admin":
      return await ctx.db.query("users").withIndex("by_email").paginate(capPage(paginationOpts));
    default:
      return actor.role satisfies never;
  }
}

/** More reports than one person ever has. */
const MAX_REPORTS = 1_000;

/**
 * Returns the e-mails of the people who report to somebody who may no longer supervise: disabled,
 * or a user again. Nobody acts for these reports until an admin gives them another supervisor.
 *
 * @returns at most MAX_REPORTS, by e-mail; none while the person may supervise
 */
export async function unsupervisedReports(ctx: QueryCtx, email: string): Promise<string[]> {
  const user = await getByTypedEmail(ctx, email);
  if (user.isActive && mayAct(user.role, "supervisor")) return [];
  const reports = await ctx.db
    .query("users")
    .withIndex("by_supervisor_and_email", (q) => q.eq("supervisor", user.email))
    .take(MAX_REPORTS);
  return reports.filter(({ _id }) => _id !== user._id).map((report) => report.email);
}

/** The person with this e-mail. @param email as typed. @throws USER_UNKNOWN */
export async function getByTypedEmail(ctx: QueryCtx, email: string): Promise<Doc<"users">> {
  return await Users.getByEmailOrThrow(ctx, parseEmail(email) ?? "");
}

/**
 * The person whom an administrator is about to change.
 *
 * @throws OWN_ACCOUNT for the admin themselves: nobody changes their own rights
 * @throws USER_UNKNOWN
 */
export async function getOtherThanActor(
  ctx: AdministratorCtx,
  email: string,
): Promise<Doc<"users">> {
  const user = await getByTypedEmail(ctx, email);
  if (user._id === ctx.actor?._id) throw appError("OWN_ACCOUNT");
  return user;
}

/**
 * Checks that `supervisor`, an e-mail, may supervise `user`: a supervisor or an admin who may sign
 * in.
 *
 * @throws SUPERVISOR_UNKNOWN, SUPERVISOR_ROLE
 * @throws SUPERVISOR_SELF unless the person is an admin: the top of a company needs a supervisor
 *   too
 */
export async function requireSupervisor(
  ctx: QueryCtx,
  user: Pick<Doc<"users">, "email" | "role">,
  supervisor: string,
): Promise<void> {
  const refused = (code: RefusalCode) => appError(code, { supervisor }, "supervisor");
  const email = parseEmail(supervisor);
  const chosen = email === null ? null : await Users.getActiveByEmail(ctx, email);
  if (chosen === null) throw refused("SUPERVISOR_UNKNOWN");
  if (chosen.email === user.email) {
    if (user.role !== "admin") throw refused("SUPERVISOR_SELF");
  } else if (!mayAct(chosen.role, "supervisor")) {
    throw refused("SUPERVISOR_ROLE");
  }
}
