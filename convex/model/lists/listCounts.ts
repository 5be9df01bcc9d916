import { LISTS, type ListName } from "#domain/samples/lists";
import { NO_SAMPLES, sumOf, type StatusCounts } from "#domain/custody/statuses";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import * as Counters from "../samples/counters";
import { listRows, visibleRows } from "./lists";
import { teamTotal } from "../samples/teamTotals";
import { readTotals } from "../common/totals";

/** Maximum number of rows counted one by one; beyond it, the tab shows "or more". */
const MAX_COUNTED = 200;

/** Number of rows in one tab of a list. `isMore`: the true number may be higher. */
export type Count = { count: number; isMore: boolean };

/**
 * Counts the rows of each tab of a list for the caller; null for a tab that the caller's role or
 * the list does not have. Samples by holder come from the counters. Requests pending with the
 * caller, and samples that the caller may delete, are counted row by row, at most 200.
 */
export async function counts(ctx: UserQueryCtx, list: ListName) {
  const { email, role, supervisor } = ctx.actor;
  const inList = (by: StatusCounts) => sumOf(by, LISTS[list].statuses);
  const isTeams = ({ supervisor }: Doc<"samples">) => role !== "user" && supervisor === email;

  const held = inList((await Counters.getForPerson(ctx, email))?.counts ?? NO_SAMPLES);
  const team = role === "user" ? 0 : inList(await teamTotal(ctx, email));
  // A supervisor's own samples belong to both tabs if they supervise themselves, but the team's
  // total excludes them.
  const ownInTeam = role !== "user" && supervisor === email ? held : 0;
  // The caller also sees rows that neither they nor their team hold.
  const { rows: listed, isMore } = await countedRows(ctx, list);
  const counted: Count = { count: listed.length, isMore };
  const isCounted = (sample: Doc<"samples">) =>
    isTeams(sample) || (list !== "delete" && sample.samplmanag === email);
  const others = listed.filter((sample) => !isCounted(sample)).length;
  const mine = list === "delete" ? counted : exactly(held);

  return {
    everything:
      role === "admin"
        ? exactly(inList((await readTotals(ctx)).counts))
        : {
            count: (list === "delete" ? ownInTeam : held) + team + others,
            isMore,
          },
    addressed: LISTS[list].awaited === null ? null : counted,
    mine,
    team: role === "user" ? null : exactly(ownInTeam + team),
  };
}

/**
 * Returns the rows that no counter covers: those pending with the caller or, in the delete list,
 * those that the caller may delete. `isMore`: reading stopped after 200 rows.
 */
async function countedRows(
  ctx: UserQueryCtx,
  list: ListName,
): Promise<{ rows: Doc<"samples">[]; isMore: boolean }> {
  const { awaited } = LISTS[list];
  const [scope, status] =
    list === "delete" ? (["mine", "Registered"] as const) : (["addressed", awaited] as const);
  if (status === null) return { rows: [], isMore: false };
  const read = await (await listRows(ctx, { list, scope, status })).take(MAX_COUNTED + 1);
  const rows = await visibleRows(ctx, { list, scope }, read.slice(0, MAX_COUNTED));
  return { rows, isMore: read.length > MAX_COUNTED };
}

const exactly = (count: number): Count => ({ count, isMore: false });
