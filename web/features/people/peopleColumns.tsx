import type { Columns } from "@/components/data-table/columns";
import { ValueCell } from "@/components/sample/ValueCell";
import { EMPLOYEE_COLUMNS, type EmployeeField } from "#domain/people/employeeTable";
import { ROLE_LABELS } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";
import { DaysOver } from "./DaysOver";
import { EditLink } from "./EditLink";
import { LimitedCount } from "./LimitedCount";
import { PersonLink } from "./PersonLink";
import { PersonStatusBadge } from "./PersonStatusBadge";
import { peopleView, type CountField, type PeopleViewName } from "./peopleViews";
import type { EmployeeRow } from "./usePeople";

/** In px. */
const NAME_WIDTH = 196;
const EDIT_WIDTH = 108;
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
  creationTime: 176,
  lastSignInTime: 176,
};

const COUNT_COLUMNS = {
  inusesampl: { header: "In Use", limit: "inUse" },
  answersFor: { header: "In Responsibility", limit: "owned" },
} as const;

/** Columns of a table of people, for a reader of this role. */
export function peopleColumns(view: PeopleViewName, reader: Role): Columns<EmployeeRow> {
  const { fields, edit, isEditForAdmins } = peopleView(view);
  const columns = [personColumn, ...fields.map(columnOf)];
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

function columnOf(field: EmployeeField | CountField): Columns<EmployeeRow>[number] {
  switch (field) {
    case "inusesampl":
    case "answersFor":
      return countColumn(field);
    case "samplmaxtrig":
      return daysOverColumn;
    default:
      return fieldColumn(field);
  }
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
  cell: ({ row }) => <PersonLink person={row.original} />,
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
      return <PersonStatusBadge person={person} />;
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
