/**
 * Locked people who still answer for samples or owe an answer. The inboxes of their supervisor and
 * the admins list them until everything is handed over (docs/product.md, "Leaving"). A mark on a
 * person's counter (`leftBehindSince`) finds them: locking sets it, and so do the counters when a
 * sample returns to a locked person. Each read counts the samples anew, so an entry disappears with
 * the last of them; a daily run then removes the mark.
 */
import { LEAVER_REMINDER_DAYS, type Leaver } from "#domain/inbox/leavers";
import { isReminderDue, REQUEST_STATUSES, type Span } from "#domain/custody/overdue";
import { countAnsweredFor, NO_SAMPLES } from "#domain/custody/statuses";
import { mayAct } from "#domain/people/roles";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { mergeRanges } from "../../lib/mergedRanges";
import { addressesNow } from "../people/addressMoves";
import { presentEmail } from "../people/formerEmails";
import { getByEmail } from "../people/users";
import * as Counters from "../samples/counters";

type User = Doc<"users">;
type Counter = Doc<"counterSamples">;

/** Maximum number of people in one answer, longest gone first. */
const MAX_LEAVERS = 20;
/** Maximum number of samples counted that wait for a person, per kind of request. */
const MAX_AWAITED = 50;

/**
 * Returns the people of the reader's team, for an admin of the company, who left something behind:
 * longest gone first. `isMore`: there may be others.
 */
export async function list(
  ctx: QueryCtx,
  reader: Pick<User, "email" | "role">,
): Promise<{ people: Leaver[]; isMore: boolean }> {
  if (!mayAct(reader.role, "supervisor")) return { people: [], isMore: false };
  const marked = await markedFor(ctx, reader);
  const described = await Promise.all(
    marked.slice(0, MAX_LEAVERS).map((each) => describe(ctx, each)),
  );
  return {
    people: described.filter((each) => each !== null),
    isMore: marked.length > MAX_LEAVERS,
  };
}

async function markedFor(
  ctx: QueryCtx,
  { email, role }: Pick<User, "email" | "role">,
): Promise<Counter[]> {
  if (role === "admin") {
    return await ctx.db
      .query("counterSamples")
      .withIndex("by_leftBehindSince", (q) => q.gt("leftBehindSince", 0))
      .take(MAX_LEAVERS + 1);
  }
  const addresses = await addressesNow(ctx, email);
  return await mergeRanges<"counterSamples">(ctx, addresses, ["leftBehindSince"], (db, address) =>
    db
      .query("counterSamples")
      .withIndex("by_supervisor_and_leftBehindSince", (q) =>
        q.eq("supervisor", address).gt("leftBehindSince", 0),
      )
      .order("asc"),
  ).take(MAX_LEAVERS + 1);
}

async function describe(ctx: QueryCtx, counter: Counter): Promise<Leaver | null> {
  const user = await getByEmail(ctx, await presentEmail(ctx, counter.email));
  const since = user?.leftAt;
  if (user === null || since === undefined) return null;
  const left = await leftBehind(ctx, user);
  if (left.held + left.awaited === 0) return null;
  return { uid: user._id, email: user.email, since, ...left };
}

/**
 * Counts the samples that the person answers for, and other people's samples that wait for the
 * person's answer: at most 50 of each kind of request.
 */
async function leftBehind(ctx: QueryCtx, { email }: User) {
  const counter = await Counters.getForPerson(ctx, email);
  let awaited = 0;
  let isCut = false;
  for (const address of await addressesNow(ctx, email)) {
    for (const status of REQUEST_STATUSES) {
      const samples = await ctx.db
        .query("samples")
        .withIndex("by_pendingWith_and_status_and_listDate", (q) =>
          q.eq("pendingWith", address).eq("status", status),
        )
        .take(MAX_AWAITED);
      awaited += samples.filter(({ samplmanag }) => samplmanag !== address).length;
      isCut ||= samples.length === MAX_AWAITED;
    }
  }
  return { held: countAnsweredFor(counter?.counts ?? NO_SAMPLES), awaited, isCut };
}

/** Returns the people of whom a digest reminds its reader: on the first day, then once a week. */
export async function dueIn(ctx: QueryCtx, reader: User, span: Span): Promise<Leaver[]> {
  const { people } = await list(ctx, reader);
  return people.filter(({ since }) =>
    isReminderDue({ firstAt: since, everyDays: LEAVER_REMINDER_DAYS }, span),
  );
}

/**
 * Sets or removes a person's mark.
 *
 * @param leftAt when their account was locked, epoch ms; undefined if it is not
 */
export async function follow(
  ctx: MutationCtx,
  user: User,
  leftAt: number | undefined,
): Promise<void> {
  const left = leftAt === undefined ? null : await leftBehind(ctx, user);
  const isLeft = left !== null && left.held + left.awaited > 0;
  await Counters.setLeftBehind(ctx, user, isLeft ? leftAt : undefined);
}

/** People per transaction of the daily run. */
const BATCH = 50;

/**
 * Removes marks of people who have nothing left, and marks those who were locked before there were
 * marks.
 *
 * @param cursor null for the first batch; each batch schedules the next
 */
export async function followAll(ctx: MutationCtx, cursor: string | null): Promise<void> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("users")
    .paginate({ cursor, numItems: BATCH });
  for (const user of page) if (user.disabled) await follow(ctx, user, user.leftAt);
  if (isDone) return;
  await ctx.scheduler.runAfter(0, internal.inbox.followLeavers, { cursor: continueCursor });
}
