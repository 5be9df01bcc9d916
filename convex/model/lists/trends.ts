import type { StatusCounts } from "#domain/custody/statuses";
import { addTimes, countTimes, medianTime, type TransitTimes } from "#domain/custody/transitTimes";
import { ownGroup, TREND_DAYS, type Group } from "#domain/samples/trends";
import type { Doc } from "../../_generated/dataModel";
import { appError } from "../../lib/errors";
import type { UserQueryCtx } from "../../lib/functions";
import { addressesNow } from "../people/addressMoves";
import * as Counters from "../samples/counters";
import * as DailyFigures from "../samples/dailyFigures";
import * as Users from "../people/users";

/**
 * Counts of a group's samples by status, constant at the end of each day from `since` to `until`,
 * both inclusive. `until` is undefined for a person's current counts.
 */
type Span = { since: number; until?: number; counts: StatusCounts };

const DAYS_OF_WEEK = 7;

/**
 * Returns the trend of a group from the day `since`: what it held, and for each week starting with
 * `since` the median time in transit of the samples received. Days before figures were recorded are
 * missing, and so is the day whose figures are being computed. Reads one document per day, or one
 * for each day on which a person's counts changed.
 *
 * A supervisor gets a report's days only since becoming their supervisor; earlier days would reveal
 * figures of another team.
 *
 * `receptions` describes the history records that were counted: those of the days `first` to
 * `last`, under any of `addresses`, the present and former ones of the group's person or
 * supervisor.
 *
 * @throws NOT_ALLOWED for a group that the caller may not read
 */
export async function trendOf(
  ctx: UserQueryCtx,
  { group = ownGroup(ctx.actor), since }: { group?: Group; since: number },
) {
  if (!(await mayRead(ctx, group))) throw appError("NOT_ALLOWED");
  const before = (await DailyFigures.firstUnmade(ctx)) ?? since;
  const rows = await ctx.db
    .query("dailyFigures")
    .withIndex("by_kind_and_key_and_day", (q) =>
      q.eq("kind", group.kind).eq("key", group.key).gte("day", since).lt("day", before),
    )
    .take(TREND_DAYS);
  const { spans, first } =
    group.kind === "person"
      ? await trendOfPerson(ctx, group.key, since)
      : { spans: rows.flatMap(spanOf), first: since };
  const counted = rows.filter(({ day }) => day >= first);
  const receptions = {
    first: Math.min(first, before),
    last: before - 1,
    addresses: await addressesOf(ctx, group),
  };
  return { spans, ...timesOf(counted, since), receptions };
}

/**
 * The addresses under which history names the group's person or supervisor, the present one first.
 */
async function addressesOf(ctx: UserQueryCtx, { kind, key }: Group): Promise<string[]> {
  if (kind !== "person" && kind !== "team") return [];
  const former = (await Users.getByEmail(ctx, key))?.formerEmails ?? [];
  return [key, ...former.map(({ email }) => email)];
}

async function mayRead(ctx: UserQueryCtx, { kind, key }: Group): Promise<boolean> {
  const { email, role } = ctx.actor;
  if (role === "admin" || (kind === "person" && key === email)) return true;
  if (role !== "supervisor") return false;
  if (kind === "team") return key === email;
  if (kind !== "person") return false;
  const supervisor = (await Users.getByEmail(ctx, key))?.supervisor ?? "";
  return (await addressesNow(ctx, email)).includes(supervisor);
}

const spanOf = ({ day, counts }: Doc<"dailyFigures">): Span[] =>
  counts === undefined ? [] : [{ since: day, until: day, counts }];

/**
 * The person's spans, without the days on which the caller was neither their supervisor nor an
 * admin; and the first day whose receptions the caller may see in full. The day on which a person
 * became the caller's report belongs in part to the previous supervisor.
 */
async function trendOfPerson(ctx: UserQueryCtx, email: string, since: number) {
  const { actor } = ctx;
  const earlier = await ctx.db
    .query("earlierCounts")
    .withIndex("by_email_and_until", (q) => q.eq("email", email).gte("until", since))
    .take(TREND_DAYS);
  const present = await Counters.getForPerson(ctx, email);
  const addresses = await addressesNow(ctx, actor.email);
  const isOpen = actor.role === "admin" || actor.email === email;
  const all = present === null ? earlier : [...earlier, present];
  const theirs = all.map(({ supervisor }) => isOpen || addresses.includes(supervisor));
  const spans = all.flatMap((each, index) => (theirs[index] ? [toSpan(each)] : []));
  const latestOther = theirs.lastIndexOf(false);
  const first = latestOther < 0 ? since : (all[latestOther + 1]?.since ?? Infinity) + 1;
  return { spans, first: Math.max(since, first) };
}

function toSpan(counter: Doc<"counterSamples"> | Doc<"earlierCounts">): Span {
  const { since, counts } = counter;
  return "until" in counter ? { since, until: counter.until, counts } : { since, counts };
}

/** The median over all rows, and per week in which a sample was received. */
function timesOf(rows: readonly Doc<"dailyFigures">[], since: number) {
  const byWeek = new Map<number, TransitTimes>();
  for (const { day, times } of rows) {
    if (times === undefined) continue;
    const first = day - ((day - since) % DAYS_OF_WEEK);
    byWeek.set(first, addTimes(byWeek.get(first) ?? {}, times));
  }
  const weeks = [...byWeek].map(([first, times]) => ({ first, ...summaryOf(times) }));
  return { weeks, transit: summaryOf([...byWeek.values()].reduce(addTimes, {})) };
}

const summaryOf = (times: TransitTimes) => ({
  received: countTimes(times),
  medianMs: medianTime(times),
});

/** An upper bound that no company's number of teams or countries reaches. */
const MAX_GROUPS = 1_000;

/** Returns the supervisors whose teams, and the countries whose people, held samples on `day`. */
export async function groupsOf(ctx: UserQueryCtx, day: number) {
  const keys = async (kind: "team" | "country") => {
    const rows = await ctx.db
      .query("dailyFigures")
      .withIndex("by_day_and_kind", (q) => q.eq("day", day).eq("kind", kind))
      .take(MAX_GROUPS);
    return rows.filter(({ counts }) => counts !== undefined).map(({ key }) => key);
  };
  return { teams: await keys("team"), countries: await keys("country") };
}
