/**
 * Makes the manager whom a directory states a person's supervisor. A manager who has no account, is
 * locked or has only the role `user` cannot supervise: the person keeps the present supervisor and
 * waits. `accounts/userWrites.ts` starts `superviseWaiting` once that manager can.
 */
import { MINUTE_MS } from "#domain/common/durations";
import { mayAct } from "#domain/people/roles";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refusalAsValue } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import * as Provisioned from "../accounts/provisioned";
import * as Users from "../people/users";
import * as Settings from "../staff/settings";
import * as People from "./people";

type User = Doc<"users">;

/**
 * @param manager id or e-mail; null removes what the person waits for and keeps the supervisor,
 *   because without one nobody can hand a sample over
 * @throws SCIM_MANAGER, and the refusals of `Settings.update`: SUPERVISOR_SELF, ADDRESS_MOVING
 */
export async function setManager(
  ctx: AdministratorCtx,
  user: User,
  manager: string | null,
): Promise<void> {
  const found = manager === null ? null : await People.findManager(ctx, manager);
  if (found === null || ("user" in found && maySupervise(user, found.user))) {
    await stopWaiting(ctx, user);
  }
  if (found === null) return;
  if ("email" in found) return await wait(ctx, user, found.email);
  const { email } = found.user;
  if (!maySupervise(user, found.user)) return await wait(ctx, user, email);
  await Settings.update(ctx, { email: user.email, settings: { supervisor: email } });
}

/** True also for the person themselves, whom `Settings.update` refuses with the usual words. */
function maySupervise(user: User, manager: User): boolean {
  return manager._id === user._id || (manager.isActive && mayAct(manager.role, "supervisor"));
}

async function wait(ctx: AdministratorCtx, user: User, manager: string): Promise<void> {
  const token = ctx.scimToken ?? "";
  await Provisioned.set(ctx, user._id, { awaits: { manager, token } });
}

async function stopWaiting(ctx: MutationCtx, user: User): Promise<void> {
  const row = await Provisioned.get(ctx, user._id);
  if (row?.awaits !== undefined) await Provisioned.set(ctx, user._id, { awaits: undefined });
}

/** People per transaction; each may start a move of samples. */
const BATCH = 20;
/** Samples follow a person within seconds. */
const MOVING_MS = MINUTE_MS;

/**
 * Gives the people who wait for `manager` their supervisor. Those whose samples are still moving
 * wait on; those whom the rules refuse keep the present supervisor.
 *
 * @param manager a present or former e-mail
 * @returns ms until the next batch; null if nobody waits any more
 */
export async function superviseWaiting(ctx: MutationCtx, manager: string): Promise<number | null> {
  const supervisor = await Users.findActiveByAnyEmail(ctx, manager);
  if (supervisor === null || !mayAct(supervisor.role, "supervisor")) return null;
  const rows = await Provisioned.waitingFor(ctx, manager, BATCH);
  let areMoving = false;
  for (const { uid, awaits } of rows) {
    const user = await ctx.db.get("users", uid);
    const asDirectory = { ...ctx, actor: null, sessionId: null, scimToken: awaits?.token ?? "" };
    const edit = { email: user?.email ?? "", settings: { supervisor: supervisor.email } };
    const answer = await refusalAsValue(() => Settings.update(asDirectory, edit));
    if ("code" in answer && answer.code === "ADDRESS_MOVING") areMoving = true;
    else await Provisioned.set(ctx, uid, { awaits: undefined });
  }
  if (areMoving) return MOVING_MS;
  return rows.length === BATCH ? 0 : null;
}

/** People shown on the page Integrations. */
const MAX_SHOWN = 50;

/** People who wait for a manager, by the manager's e-mail. */
export async function listWaiting(ctx: QueryCtx) {
  const rows = await Provisioned.waiting(ctx, MAX_SHOWN);
  const listed = rows.map(async ({ uid, awaits }) => {
    const user = await ctx.db.get("users", uid);
    return { email: user?.email ?? "", manager: awaits?.manager ?? "" };
  });
  return await Promise.all(listed);
}
