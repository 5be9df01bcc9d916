import type { ReactNode } from "react";
import type { LiveTable } from "@/components/data-table/liveTable";
import { NothingFound } from "@/components/data-table/NothingFound";
import { Person } from "@/components/sample/Person";
import { StatusChip, STATUS_STYLES } from "@/components/StatusChip";
import { useIsPhone } from "@/hooks/useMediaQuery";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";
import { formatCount } from "#domain/common/formatCount";
import type { SampleRow } from "#domain/samples/compactRows";
import { STATUSES, type Status } from "#domain/custody/statuses";
import { GROUP_LABELS, type GroupField } from "./reportSearch";
import { useGroups, type Group } from "./useGroups";

type GroupTableProps = {
  table: LiveTable<SampleRow>;
  field: GroupField;
  /** Called with the pressed figure, to show the samples it counts. */
  onOpen: (figure: Figure) => void;
  /** Replaces the groups if there are no samples. */
  empty: ReactNode;
};

/** Identifies a count: the samples of one group or all, in one status or any. */
export type Figure = { readonly value?: string; readonly status?: Status };

/** The filtered samples grouped by `field`: a subtotal per group and status, and the total. */
export function GroupTable({ table, field, onOpen, empty }: GroupTableProps) {
  const groups = useGroups(table, field);
  const isPhone = useIsPhone();
  if (groups === null) return <GroupSkeleton />;
  if (groups.length === 0) {
    return (
      <div className="min-h-0 flex-1 rounded-lg border bg-card">
        {table.isNarrowed ? <NothingFound table={table} /> : empty}
      </div>
    );
  }
  // Grouped by status, the status columns would only repeat the total.
  const statuses = field === "status" ? [] : STATUSES;
  const total = <Heading>Total</Heading>;
  return (
    <div className="relative min-h-0 flex-1 overflow-auto rounded-lg border bg-card">
      <table
        aria-label={`Samples by ${GROUP_LABELS[field].toLowerCase()}`}
        className="w-full text-sm tabular-nums"
      >
        <thead className="sticky top-0 z-10 bg-muted text-left text-xs text-muted-foreground">
          <tr>
            <Heading isFirst>{GROUP_LABELS[field]}</Heading>
            {isPhone && total}
            {statuses.map((status) => (
              <Heading key={status}>
                <span
                  className={cn(
                    "mr-1.5 inline-block size-1.5 rounded-full align-middle",
                    STATUS_STYLES[status].dot,
                  )}
                  aria-hidden
                />
                {status}
              </Heading>
            ))}
            {!isPhone && total}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.value} className="group/row border-t hover:bg-accent">
              <th
                scope="row"
                className="sticky left-0 max-w-64 bg-card py-2 pl-3 pr-2 text-left font-medium group-hover/row:bg-accent max-sm:max-w-40 coarse:py-0"
              >
                <button
                  type="button"
                  className="flex max-w-full items-center rounded text-left underline-offset-4 hover:underline coarse:min-h-11"
                  onClick={() => onOpen({ value: group.value })}
                >
                  <GroupName field={field} value={group.value} />
                </button>
              </th>
              <Counts group={group} statuses={statuses} onOpen={onOpen} />
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-muted">
          <tr className="border-t font-semibold">
            <th scope="row" className="sticky left-0 bg-muted px-3 py-2 text-left">
              Total
            </th>
            <Counts group={sumOf(groups)} statuses={statuses} onOpen={onOpen} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Heading({ children, isFirst = false }: { children: ReactNode; isFirst?: boolean }) {
  return (
    <th
      scope="col"
      className={cn(
        "whitespace-nowrap px-2 py-2 font-medium first:pl-3 last:pr-3 xl:px-3",
        isFirst ? "sticky left-0 bg-muted" : "text-right",
      )}
    >
      {children}
    </th>
  );
}

function GroupName({ field, value }: { field: GroupField; value: string }) {
  if (field === "samplmanag") return <Person email={value} />;
  const status = STATUSES.find((each) => field === "status" && each === value);
  if (status !== undefined) return <StatusChip status={status} />;
  return <span className="truncate">{value || "–"}</span>;
}

type CountsProps = Pick<GroupTableProps, "onOpen"> & {
  /** Without `value`: the total of all groups. */
  group: Omit<Group, "value"> & { readonly value?: string };
  statuses: readonly Status[];
};

function Counts({ group, statuses, onOpen }: CountsProps) {
  const { value, total, byStatus } = group;
  const ofGroup = value === undefined ? {} : { value };
  const isPhone = useIsPhone();
  const inAll = (
    <Count count={total} noun="in all" onPress={() => onOpen(ofGroup)} className="font-semibold" />
  );
  // A phone shows two or three columns at a time: the total must be one of them.
  return (
    <>
      {isPhone && inAll}
      {statuses.map((status) => (
        <Count
          key={status}
          count={byStatus[status] ?? 0}
          noun={status}
          onPress={() => onOpen({ ...ofGroup, status })}
        />
      ))}
      {!isPhone && inAll}
    </>
  );
}

/** Narrow enough for all statuses and the total in a window of 1,024 px. */
const CELL = "px-2 py-2 text-right last:pr-3 coarse:py-0 xl:px-3";

type CountProps = { count: number; noun: string; onPress: () => void; className?: string };

/** A count that links to the samples it counts. */
function Count({ count, noun, onPress, className }: CountProps) {
  if (count === 0) return <td className={cn(CELL, "text-muted-foreground")}>–</td>;
  const text = formatCount(count);
  return (
    <td className={CELL}>
      <button
        type="button"
        aria-label={`${text} ${noun}`}
        className={cn(
          "rounded underline-offset-4 hover:underline coarse:min-h-11 coarse:min-w-11 coarse:text-right",
          className,
        )}
        onClick={onPress}
      >
        {text}
      </button>
    </td>
  );
}

function sumOf(groups: readonly Group[]): Omit<Group, "value"> {
  const sum = (count: (group: Group) => number) =>
    groups.reduce((total, group) => total + count(group), 0);
  return {
    total: sum(({ total }) => total),
    byStatus: Object.fromEntries(
      STATUSES.map((status) => [status, sum(({ byStatus }) => byStatus[status] ?? 0)]),
    ),
  };
}

const SKELETON_ROWS = 8;

function GroupSkeleton() {
  return (
    <div aria-busy className="grid flex-1 content-start gap-3 rounded-lg border bg-card p-4">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <Skeleton key={row} className="h-6 w-full" />
      ))}
    </div>
  );
}
