import type { ReactNode } from "react";
import type { LiveTable } from "@/components/data-table/liveTable";
import { NothingFound } from "@/components/data-table/NothingFound";
import { Person } from "@/components/sample/Person";
import { StatusChip, STATUS_STYLES } from "@/components/StatusChip";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";
import type { SampleRow } from "../../../../domain/compactRows";
import { STATUSES } from "../../../../domain/statuses";
import { GROUP_LABELS, type GroupField } from "./reportSearch";
import { useGroups, type Group } from "./useGroups";

type GroupTableProps = {
  table: LiveTable<SampleRow>;
  field: GroupField;
  /** Called with the value of a group whose samples somebody wants to see. */
  onOpen: (value: string) => void;
};

/** The filtered samples summed up by `field`: a subtotal a group and status, and the total. */
export function GroupTable({ table, field, onOpen }: GroupTableProps) {
  const groups = useGroups(table, field);
  if (groups === null) return <GroupSkeleton />;
  if (groups.length === 0) {
    return (
      <div className="min-h-0 flex-1 rounded-lg border bg-card">
        <NothingFound table={table} />
      </div>
    );
  }
  // By status, the other columns would repeat the total.
  const statuses = field === "status" ? [] : STATUSES;
  return (
    <div className="relative min-h-0 flex-1 overflow-auto rounded-lg border bg-card">
      <table
        aria-label={`Samples by ${GROUP_LABELS[field].toLowerCase()}`}
        className="w-full text-sm tabular-nums"
      >
        <thead className="sticky top-0 z-10 bg-muted text-left text-xs text-muted-foreground">
          <tr>
            <Heading isFirst>{GROUP_LABELS[field]}</Heading>
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
            <Heading>Total</Heading>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.value} className="border-t hover:bg-accent/50">
              <th
                scope="row"
                className="sticky left-0 max-w-64 bg-card px-3 py-2 text-left font-medium max-sm:max-w-40"
              >
                <button
                  type="button"
                  className="flex max-w-full items-center rounded text-left underline-offset-4 hover:underline coarse:min-h-11"
                  onClick={() => onOpen(group.value)}
                >
                  <GroupName field={field} value={group.value} />
                </button>
              </th>
              <Counts group={group} statuses={statuses} />
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-muted">
          <tr className="border-t font-semibold">
            <th scope="row" className="sticky left-0 bg-muted px-3 py-2 text-left">
              Total
            </th>
            <Counts group={sumOf(groups)} statuses={statuses} />
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
        "whitespace-nowrap px-3 py-2 font-medium",
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

type CountsProps = { group: Omit<Group, "value">; statuses: readonly (typeof STATUSES)[number][] };

function Counts({ group, statuses }: CountsProps) {
  return (
    <>
      {statuses.map((status) => {
        const count = group.byStatus[status] ?? 0;
        return (
          <td
            key={status}
            className={cn("px-3 py-2 text-right", count === 0 && "text-muted-foreground")}
          >
            {count === 0 ? "–" : count.toLocaleString("en-US")}
          </td>
        );
      })}
      <td className="px-3 py-2 text-right font-semibold">{group.total.toLocaleString("en-US")}</td>
    </>
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
