import { useQuery } from "convex/react";
import type { Columns } from "@/components/data-table/columns";
import { ValueCell } from "@/components/sample/ValueCell";
import { useNow } from "@/hooks/useNow";
import { formatCount } from "#domain/common/formatCount";
import { EMPLOYEE_COLUMNS, personStatus, type EmployeeField } from "#domain/people/employeeTable";
import { ROLE_LABELS } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";
import { EditLink } from "./EditLink";
import { LimitedCount } from "./LimitedCount";
import { PersonLink } from "./PersonLink";
import { PersonChips } from "./PersonChips";
import { peopleView, type AdminField, type CountField, type PeopleViewName } from "./peopleViews";
import type { EmployeeRow } from "./usePeople";
import { daysOverMaximum } from "#domain/custody/limits";
import { api } from "../../../convex/_generated/api";
import { secondFactorState } from "#domain/accounts/secondFactor";

/** In px. */
const NAME_WIDTH = 260;
const EDIT_WIDTH = 88;
const WIDTHS: Record<EmployeeField, number> = {
  displayName: NAME_WIDTH,
  email: 220,
  passPort: 164,
  role: 108,
  supervisor: 168,
  phoneNumber: 152,
  userLocation: 220,
  city: 120,
  country: 128,
  status: 116,
  creationTime: 152,
  lastSignInTime: 152,
};

const COUNT_COLUMNS = {
  inusesampl: { header: "In Use", limit: "inUse" },
  answersFor: { header: "In Responsibility", limit: "owned" },
} as const;

/** Columns of a table of people, for a reader of this role. */
export function peopleColumns(view: PeopleViewName, reader: Role): Columns<EmployeeRow> {
  const { fields, optional = [], edit, isEditForAdmins } = peopleView(view);
  const shown = fields.filter((field) => field !== "secondFactor" || reader === "admin");
  const columns = [personColumn, ...shown.map(columnOf), ...optional.map(optionalColumnOf)];
  if (edit === undefined || (isEditForAdmins && reader !== "admin")) return columns;
  return [
    ...columns,
    {
      id: "actions",
      header: "Actions",
      size: EDIT_WIDTH,
      enableSorting: false,
      cell: ({ row }) => <EditLink to={edit} person={row.original} />,
      enableResizing: false,
      meta: { isFixed: true, isRightAligned: true },
    },
  ];
}

function columnOf(field: EmployeeField | CountField | AdminField): Columns<EmployeeRow>[number] {
  switch (field) {
    case "inusesampl":
    case "answersFor":
      return countColumn(field);
    case "samplmaxtrig":
      return daysOverColumn;
    case "secondFactor":
      return secondFactorColumn;
    default:
      return fieldColumn(field);
  }
}

function optionalColumnOf(field: EmployeeField | CountField): Columns<EmployeeRow>[number] {
  const column = columnOf(field);
  return { ...column, meta: { ...column.meta, isOptional: true } };
}

const FILTERS = { text: "text", choice: "select", date: "dates" } as const;

function fieldColumn(field: EmployeeField): Columns<EmployeeRow>[number] {
  const column = EMPLOYEE_COLUMNS.find((each) => each.field === field);
  if (!column) throw new Error(`${field} is no column of people`);
  return {
    id: field,
    header: column.label,
    size: WIDTHS[field],
    cell: ({ row }) => <Cell field={field} person={row.original} />,
    meta: {
      filter: FILTERS[column.kind],
      isPerson: field === "supervisor",
      ...(field === "role" && { valueLabels: ROLE_LABELS }),
    },
  };
}

const personColumn: Columns<EmployeeRow>[number] = {
  ...fieldColumn("displayName"),
  size: NAME_WIDTH,
  cell: ({ row }) => (
    <span className="flex min-w-0 items-center gap-2">
      <PersonLink person={row.original} />
      <PersonChips person={row.original} />
    </span>
  ),
  meta: { ...fieldColumn("displayName").meta, isFixed: true },
};

/** Number of days for which a person has exceeded their limit of samples in use. */
const daysOverColumn: Columns<EmployeeRow>[number] = {
  id: "samplmaxtrig",
  header: "Days over",
  size: 108,
  sortDescFirst: true,
  cell: ({ row }) => <DaysOver since={row.original.overMaximumSince} />,
};

/** Sorted by whether there is one. */
const secondFactorColumn: Columns<EmployeeRow>[number] = {
  id: "secondFactor",
  header: "Second factor",
  size: 132,
  cell: ({ row }) => <SecondFactorCell person={row.original} />,
};

function countColumn(field: keyof typeof COUNT_COLUMNS): Columns<EmployeeRow>[number] {
  const { header, limit } = COUNT_COLUMNS[field];
  return {
    id: field,
    header,
    size: 148,
    sortDescFirst: true,
    cell: ({ row }) => <LimitedCount person={row.original} limit={limit} isLink />,
  };
}

function Cell({ field, person }: { field: EmployeeField; person: EmployeeRow }) {
  switch (field) {
    case "status":
      return <ValueCell kind="text" value={personStatus(person)} />;
    case "supervisor":
      return <ValueCell kind="person" value={person.supervisor} />;
    case "role":
      return <ValueCell kind="text" value={ROLE_LABELS[person.role]} />;
    case "creationTime":
    case "lastSignInTime":
      return <ValueCell kind="date" value={person[field]} />;
    default:
      return <ValueCell kind="text" value={person[field]} />;
  }
}

/**
 * Whole days for which the person has exceeded the limit of samples in use. @param since epoch ms
 */
function DaysOver({ since }: { since: number | undefined }) {
  const days = daysOverMaximum(since, useNow());
  if (days === undefined) return <span className="text-muted-foreground">–</span>;
  return <span className="tabular-nums">{formatCount(days)}</span>;
}

/** On, off, or required by the role and not set up. */
function SecondFactorCell({ person }: { person: EmployeeRow }) {
  const roles = useQuery(api.secondFactors.roles) ?? [];
  return <ValueCell kind="text" value={secondFactorState(person, roles)} />;
}
