import { Link, useNavigate } from "@tanstack/react-router";
import { FileUp, UserPlus, Users } from "lucide-react";
import { useCallback, useMemo } from "react";
import { DataTable } from "@/components/data-table/DataTable";
import { FilterChips } from "@/components/data-table/filters/FilterChips";
import { TableBody } from "@/components/data-table/TableBody";
import { TableFooter } from "@/components/data-table/TableFooter";
import type { TableState } from "@/components/data-table/tableState";
import { TableToolbar } from "@/components/data-table/TableToolbar";
import { useLiveTable } from "@/components/data-table/useLiveTable";
import { EmptyState } from "@/components/pages/EmptyState";
import { FillHeight } from "@/components/pages/FillHeight";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { PERSON_STATUSES } from "#domain/people/employeeTable";
import { mayAct } from "#domain/people/roles";
import { ROLES, type Actor } from "#domain/custody/workflow";
import { segmentClasses, segmentsClasses } from "@/components/forms/SegmentedControl";
import { peopleColumns } from "./peopleColumns";
import { hasCounts, peopleView, PEOPLE_TABS, type PeopleViewName } from "./peopleViews";
import { PersonCard } from "./PersonCard";
import { usePeople, type EmployeeRow } from "./usePeople";

type PeopleScreenProps = {
  view: PeopleViewName;
  viewer: Actor;
  state: TableState;
  onStateChange: (state: TableState) => void;
};

const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  role: ROLES,
  status: PERSON_STATUSES,
};
const NOUN = { one: "person", many: "people" };
const NONE: readonly string[] = [];
const labelOf = ({ displayName, email }: EmployeeRow) => displayName || email;
const knownValues = (columnId: string) => KNOWN_VALUES[columnId] ?? NONE;

/**
 * A table of people: everyone for an admin, themselves and their reports for a supervisor, only
 * themselves for a user (docs/product.md, "Employees and private data").
 */
export function PeopleScreen({ view, viewer, state, onStateChange }: PeopleScreenProps) {
  const { title, description } = peopleView(view);
  const { email, role } = viewer;
  // A user sees only themselves; the other views would repeat the row.
  const isTabbed = view !== "counts" && mayAct(role, "supervisor");
  const navigate = useNavigate();
  const table = useLiveTable({
    name: view,
    owner: email,
    label: title,
    noun: NOUN,
    labelOf,
    columns: useMemo(() => peopleColumns(view, role), [view, role]),
    source: usePeople(viewer, hasCounts(view)),
    address: [state, onStateChange],
    knownValues,
    onOpenRow: useCallback(
      ({ _id }: EmployeeRow) => void navigate({ to: "/pages/person/$id", params: { id: _id } }),
      [navigate],
    ),
  });
  return (
    <FillHeight>
      <PageHeader
        title={title}
        description={description}
        actions={view !== "counts" && mayAct(role, "admin") && <AddPeople />}
      />
      <DataTable table={table}>
        <TableToolbar table={table} tabs={isTabbed && <PeopleTabs current={view} />} />
        <FilterChips />
        <TableBody
          table={table}
          renderCard={(person) => <PersonCard view={view} reader={role} person={person} />}
          empty={<EmptyState icon={Users} title="No people here" />}
        />
        <TableFooter table={table} />
      </DataTable>
    </FillHeight>
  );
}

/** The two ways to add people. */
function AddPeople() {
  return (
    <>
      <Button asChild variant="outline" className="max-sm:hidden">
        <Link to="/pages/importpeople">
          <FileUp aria-hidden />
          Import people
        </Link>
      </Button>
      <Button asChild>
        <Link to="/pages/invitations">
          <UserPlus aria-hidden />
          Invite
        </Link>
      </Button>
    </>
  );
}

/** Switches between the views of the table of people. */
function PeopleTabs({ current }: { current: PeopleViewName }) {
  return (
    <nav aria-label="Views" className={segmentsClasses(false)}>
      {PEOPLE_TABS.map(({ name, label, to }) => (
        <Link
          key={name}
          to={to}
          aria-current={name === current ? "page" : undefined}
          className={segmentClasses(name === current, false)}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
