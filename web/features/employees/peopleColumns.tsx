import type { Columns } from "@/components/data-table/columns";
import { ValueCell } from "@/components/sample/ValueCell";
import { EMPLOYEE_COLUMNS, type EmployeeField } from "../../../domain/employeeTable";
import type { Role } from "../../../domain/workflow";
import { EditLink } from "./EditLink";
import { LimitedCount } from "./LimitedCount";
import { PersonLink } from "./PersonLink";
import { PersonStatusBadge } from "./PersonStatusBadge";
import { peopleView, type PeopleViewName } from "./peopleViews";
import type { Employee } from "./usePeople";

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
  inusesampl: { header: "In Use", limit: "samplmax" },
  answersFor: { header: "In Responsibility", limit: "trOwnerSamples" },
} as const;

/** The columns of a table of people, as `reader` sees it. */
export function peopleColumns(view: PeopleViewName, reader: Role): Columns<Employee> {
  const { fields, edit, isEditForAdmins } = peopleView(view);
  const columns = [
    personColumn,
    ...fields.map((field) =>
      field === "inusesampl" || field === "answersFor" ? countColumn(field) : fieldColumn(field),
    ),
  ];
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
      meta: { isFixed: true },
    },
  ];
}

const FILTERS = { text: "text", choice: "select", date: "dates" } as const;

function fieldColumn(field: EmployeeField): Columns<Employee>[number] {
  const column = EMPLOYEE_COLUMNS.find((each) => each.field === field);
  if (!column) throw new Error(`${field} is no column of people`);
  return {
    id: field,
    header: column.label,
    size: WIDTHS[field],
    cell: ({ row }) => <Cell field={field} person={row.original} />,
    meta: { filter: FILTERS[column.kind] },
  };
}

const personColumn: Columns<Employee>[number] = {
  ...fieldColumn("displayName"),
  cell: ({ row }) => <PersonLink person={row.original} />,
  meta: { ...fieldColumn("displayName").meta, isFixed: true },
};

function countColumn(field: keyof typeof COUNT_COLUMNS): Columns<Employee>[number] {
  const { header, limit } = COUNT_COLUMNS[field];
  return {
    id: field,
    header,
    size: 148,
    enableSorting: false, // no column that the server reads
    cell: ({ row }) => <LimitedCount count={row.original[field]} limit={row.original[limit]} />,
  };
}

function Cell({ field, person }: { field: EmployeeField; person: Employee }) {
  switch (field) {
    case "status":
      return <PersonStatusBadge person={person} />;
    case "supervisor":
      return <ValueCell kind="person" value={person.supervisor} />;
    case "creationTime":
    case "lastSignInTime":
      return <ValueCell kind="date" value={person[field]} />;
    default:
      return <ValueCell kind="text" value={person[field]} />;
  }
}
