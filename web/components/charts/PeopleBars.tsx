import { Link, type LinkProps } from "@tanstack/react-router";
import { Person } from "@/components/sample/Person";
import { STATUS_STYLES } from "@/components/StatusChip";
import { cn } from "@/lib/utils";
import { usePerson } from "@/hooks/data/usePeople";
import { formatCount } from "#domain/common/formatCount";
import { STATUSES, sumOf, type Status, type StatusCounts } from "#domain/custody/statuses";
import { axisTicks, type Tick } from "./axis";

/** Share of a row's height that its bar fills. */
const BAR_PERCENTAGE = 0.325;

/** Name, bar and total; the name's column fits most names. */
const ROW = "grid grid-cols-[8.5rem_minmax(0,1fr)_2.5rem] items-center gap-x-3";

type PersonCounts = { readonly email: string; readonly counts: StatusCounts };

type PeopleBarsProps = {
  people: readonly PersonCounts[];
  /** E-mail of the viewer, whose bar is labelled "You". */
  viewer: string;
  /** Link target of a person's total, or of the segment of one status. */
  linkTo: (email: string, status?: Status) => Pick<LinkProps, "to" | "search">;
};

/**
 * A horizontal bar per person, with a segment per status. Not Tremor's bar chart, because that
 * chooses its own axis (this one counts in twenties), and its segments cannot be links.
 */
export function PeopleBars({ people, viewer, linkTo }: PeopleBarsProps) {
  const rows = people.map(({ email, counts }) => ({ email, counts, total: sumOf(counts) }));
  const ticks = axisTicks(Math.max(0, ...rows.map(({ total }) => total)));
  const top = ticks.at(-1)?.value ?? 0;
  return (
    <>
      <div className="relative">
        <GridLines ticks={ticks} />
        <ul className="relative">
          {rows.map(({ email, counts, total }) => (
            <li key={email} className={ROW}>
              <span className="flex min-w-0 text-xs text-muted-foreground">
                <Person email={email} isYou={email === viewer} />
              </span>
              <Bar email={email} counts={counts} share={total / top} linkTo={linkTo} />
              <Total email={email} total={total} link={linkTo(email)} />
            </li>
          ))}
        </ul>
      </div>
      <Axis ticks={ticks} />
    </>
  );
}

type BarProps = Pick<PeopleBarsProps, "linkTo"> & PersonCounts & { share: number };

function Bar({ email, counts, share, linkTo }: BarProps) {
  const { name } = usePerson(email);
  return (
    <span
      className="flex h-9 items-stretch gap-px coarse:h-11"
      style={{ width: `${share * 100}%` }}
    >
      {STATUSES.filter((status) => counts[status] > 0).map((status) => {
        const text = `${status}: ${formatCount(counts[status])}`;
        return (
          <Link
            key={status}
            {...linkTo(email, status)}
            title={text}
            aria-label={`${name}, ${text}`}
            // As high as its row, to be an easy target.
            className="flex min-w-px items-center [&:first-child>span]:rounded-l-sm [&:last-child>span]:rounded-r-sm hover:opacity-80"
            style={{ flexGrow: counts[status], flexBasis: 0 }}
          >
            <span
              className={cn("w-full", STATUS_STYLES[status].dot)}
              style={{ height: `${BAR_PERCENTAGE * 100}%` }}
            />
          </Link>
        );
      })}
    </span>
  );
}

type TotalProps = { email: string; total: number; link: ReturnType<PeopleBarsProps["linkTo"]> };

function Total({ email, total, link }: TotalProps) {
  const { name } = usePerson(email);
  const figure = formatCount(total);
  return (
    <Link
      {...link}
      aria-label={`${name}, all: ${figure}`}
      className="flex h-9 items-center justify-end text-xs font-medium tabular-nums underline-offset-4 hover:underline coarse:h-11"
    >
      {figure}
    </Link>
  );
}

function GridLines({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div className={cn(ROW, "absolute inset-0")} aria-hidden>
      <span />
      <span className="flex h-full justify-between">
        {ticks.map(({ value }) => (
          <span key={value} className="w-px bg-border" />
        ))}
      </span>
    </div>
  );
}

function Axis({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div className={cn(ROW, "mt-1 text-2xs tabular-nums text-muted-foreground")} aria-hidden>
      <span />
      <span className="flex justify-between">
        {ticks.map(({ value, hasFigure }) => (
          // As wide as its grid line, so that the numbers are centered below the lines.
          <span key={value} className="flex w-px justify-center">
            {hasFigure && formatCount(value)}
          </span>
        ))}
      </span>
    </div>
  );
}
