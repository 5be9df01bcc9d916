/** Reads the History screen's pages from the indexes of the `history` table. */
import type { IndexRange, PaginationOptions, PaginationResult } from "convex/server";
import { compareValues } from "convex/values";
import type { HistoryOrder, HistoryRange, HistoryScope } from "#domain/samples/historyTable";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { ActorQueryCtx } from "../../lib/functions";
import { invalidCursor } from "../../lib/mergedRanges";
import { pageInTurn, pageOfSequence, type RangeSequence } from "../../lib/rangesInTurn";
import { addressPeriods, type AddressPeriod } from "../people/formerEmails";

/** The field that names the caller in the records of a scope. */
type OwnerField = "samplmanag" | "supervisor";

/**
 * One page of the records of `scope` in `range`. The caller's own and their team's records are read
 * under each of the caller's addresses, one period after another.
 *
 * @throws INPUT_INVALID for the order `country` in the scope `all`, for which there is no index
 */
export async function readPage(
  ctx: ActorQueryCtx,
  { scope, order, range }: { scope: HistoryScope; order: HistoryOrder; range: HistoryRange },
  options: PaginationOptions,
): Promise<PaginationResult<Doc<"history">>> {
  if (scope === "all") {
    if (order === "country") throw appError("INPUT_INVALID", { field: "order" });
    return await pageInTurn<"history">([() => recordsInRange(ctx, range)], options);
  }
  const field = scope === "mine" ? "samplmanag" : "supervisor";
  const periods = addressPeriods(ctx.actor).map(({ email, from, before }) => ({
    email,
    from: Math.max(range.from, from),
    before: Math.min(range.before, before),
  }));
  if (order === "country") {
    return await pageOfSequence(rangesByCountry(ctx, field, periods), options);
  }
  const ranges = periods.map(
    ({ email, ...dates }) =>
      () =>
        recordsInRange(ctx, { ...range, ...dates, person: { field, email } }),
  );
  return await pageInTurn<"history">(ranges, options);
}

function recordsInRange(ctx: QueryCtx, range: HistoryRange) {
  const { person, action } = range;
  const history = ctx.db.query("history");
  switch (person?.field) {
    case "samplmanag":
      return history.withIndex("by_samplmanag_and_actiondate", (q) =>
        during(range, q.eq("samplmanag", person.email)),
      );
    case "lastmanag":
      return history.withIndex("by_lastmanag_and_actiondate", (q) =>
        during(range, q.eq("lastmanag", person.email)),
      );
    case "recipient":
      return history.withIndex("by_recipient_and_actiondate", (q) =>
        during(range, q.eq("recipient", person.email)),
      );
    case "email":
      return history.withIndex("by_email_and_actiondate", (q) =>
        during(range, q.eq("email", person.email)),
      );
    case "onBehalfOf":
      return history.withIndex("by_onBehalfOf_and_actiondate", (q) =>
        during(range, q.eq("onBehalfOf", person.email)),
      );
    case "supervisor":
      return action === undefined
        ? history.withIndex("by_supervisor_and_actiondate", (q) =>
            during(range, q.eq("supervisor", person.email)),
          )
        : history.withIndex("by_supervisor_and_action_and_actiondate", (q) =>
            during(range, q.eq("supervisor", person.email).eq("action", action)),
          );
    case undefined:
      return action === undefined
        ? history.withIndex("by_actiondate", (q) => during(range, q))
        : history.withIndex("by_action_and_actiondate", (q) =>
            during(range, q.eq("action", action)),
          );
  }
}

/** An index range not yet restricted by `actiondate`. */
type ByDate = {
  gte(
    field: "actiondate",
    from: number,
  ): {
    lt(field: "actiondate", before: number): IndexRange;
  };
};

function during({ from, before }: Pick<HistoryRange, "from" | "before">, range: ByDate) {
  return range.gte("actiondate", from).lt("actiondate", before);
}

/**
 * The records that name the caller, as a sequence of ranges: by country in index order (UTF-8),
 * within a country by address period, newest first. The name of a range is the index of its period
 * and its country, for example `0 Brazil`.
 */
function rangesByCountry(
  ctx: QueryCtx,
  field: OwnerField,
  periods: readonly AddressPeriod[],
): RangeSequence<"history"> {
  const open = (name: string) => {
    const { country, index } = parseName(name);
    const period = periods[index];
    if (period === undefined) throw invalidCursor();
    return recordsInCountry(ctx, field, country, period);
  };
  return {
    open,
    next: async (name) => {
      let place = name === null ? null : parseName(name);
      for (;;) {
        if (place !== null && place.index + 1 < periods.length) {
          place = { ...place, index: place.index + 1 };
        } else {
          const country = await countryAfter(ctx, field, periods, place?.country);
          if (country === undefined) return null;
          place = { country, index: 0 };
        }
        const following = `${place.index} ${place.country}`;
        if ((await open(following).first()) !== null) return following;
      }
    },
  };
}

function parseName(name: string): { country: string; index: number } {
  const [, index, country] = /^(\d+) (.*)$/s.exec(name) ?? [];
  if (country === undefined) throw invalidCursor();
  return { country, index: Number(index) };
}

/** Returns the first country after `country` in which the caller has a record, at any time. */
async function countryAfter(
  ctx: QueryCtx,
  field: OwnerField,
  periods: readonly AddressPeriod[],
  country: string | undefined,
): Promise<string | undefined> {
  const found = await Promise.all(
    periods.map(async ({ email }) => {
      const range = recordsAfterCountry(ctx, field, email, country);
      return (await range.first())?.country;
    }),
  );
  const [next] = found.filter((each) => each !== undefined).sort(compareValues);
  return next;
}

function recordsAfterCountry(
  ctx: QueryCtx,
  field: OwnerField,
  email: string,
  country: string | undefined,
) {
  // `country` followed by a NUL character is the immediate successor of `country` in index order.
  const first = country === undefined ? "" : `${country}\0`;
  const history = ctx.db.query("history");
  return field === "samplmanag"
    ? history.withIndex("by_samplmanag_and_country_and_actiondate", (q) =>
        q.eq("samplmanag", email).gte("country", first),
      )
    : history.withIndex("by_supervisor_and_country_and_actiondate", (q) =>
        q.eq("supervisor", email).gte("country", first),
      );
}

function recordsInCountry(
  ctx: QueryCtx,
  field: OwnerField,
  country: string,
  period: AddressPeriod,
) {
  const history = ctx.db.query("history");
  return field === "samplmanag"
    ? history.withIndex("by_samplmanag_and_country_and_actiondate", (q) =>
        during(period, q.eq("samplmanag", period.email).eq("country", country)),
      )
    : history.withIndex("by_supervisor_and_country_and_actiondate", (q) =>
        during(period, q.eq("supervisor", period.email).eq("country", country)),
      );
}
