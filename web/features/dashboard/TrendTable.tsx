import { Link } from "@tanstack/react-router";
import { formatCount } from "#domain/common/formatCount";
import { formatDuration } from "#domain/common/durations";
import { STATUSES } from "#domain/custody/statuses";
import type { Group } from "#domain/samples/trends";
import { receivedLink, type Receptions } from "./historyLink";
import { dayLabel, LAST_OF_WEEK, type TrendDay, type Week } from "./trendDays";

type TrendTableProps = {
  group: Group;
  /** The first day of the first week. */
  since: number;
  days: readonly TrendDay[];
  trend: { weeks: readonly Week[]; receptions: Receptions };
};

/** The data of both charts as a table: for screen readers, for the keyboard, and for copying. */
export function TrendTable(props: TrendTableProps) {
  const { group, since, days, trend } = props;
  const { weeks, receptions } = trend;
  const rows = weekEnds(days, since, weeks);
  return (
    <details className="mt-4 text-sm [&:not([open])]:print:hidden">
      <summary className="cursor-pointer text-xs font-medium text-primary underline-offset-4 hover:underline print:hidden">
        Show as a table
      </summary>
      <div
        className="mt-3 overflow-x-auto print:overflow-visible"
        tabIndex={0}
        role="region"
        aria-label="Weeks"
      >
        <table className="w-full whitespace-nowrap text-right text-xs tabular-nums print:text-[9px] [&_td]:print:px-1 [&_th]:print:px-1 [&_tr]:print:break-inside-avoid">
          <thead className="text-muted-foreground">
            <tr>
              {["At the end of", ...STATUSES, "Received", "Median in transit"].map((name) => (
                <th key={name} scope="col" className="px-2 py-1.5 font-medium first:text-left">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {rows.map(({ day: { day, counts }, week }) => (
              <tr key={day}>
                <th scope="row" className="px-2 py-1.5 text-left font-medium">
                  {dayLabel(day)}
                </th>
                {STATUSES.map((status) => (
                  <td key={status} className="px-2 py-1.5">
                    {formatCount(counts[status])}
                  </td>
                ))}
                <td className="px-2 py-1.5">
                  {week && (
                    <Link
                      {...receivedLink(group, receptions, week.first, week.first + LAST_OF_WEEK)}
                      aria-label={`${week.received} received in the week from ${dayLabel(week.first)}`}
                      className="underline underline-offset-4"
                    >
                      {formatCount(week.received)}
                    </Link>
                  )}
                </td>
                <td className="px-2 py-1.5">
                  {week?.medianMs ? formatDuration(week.medianMs) : "–"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The last day of each week that has data, newest first, with the week's receptions. */
function weekEnds(days: readonly TrendDay[], since: number, weeks: readonly Week[]) {
  return days
    .filter(({ day }) => (day - since) % (LAST_OF_WEEK + 1) === LAST_OF_WEEK)
    .map((day) => ({ day, week: weeks.find(({ first }) => first + LAST_OF_WEEK === day.day) }))
    .reverse();
}
