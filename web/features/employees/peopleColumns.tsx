import type { Columns } from "@/components/data-table/columns";
import { ValueCell } from "@/components/sample/ValueCell";
import {
  EMPLOYEE_COLUMNS,
  employeeFilterColumns,
  type EmployeeField,
} from "../../../domain/employeeTable";
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
      meta: { stick: { rightPx: 0, isEdge: true }, isFixed: true },
    },
  ];
}

/** As the server searches and filters them. */
const READ = new Map(employeeFilterColumns().map((column) => [column.id, column]));

const FILTERS = { text: "text", choice: "select", date: "dates" } as const;

function fieldColumn(field: EmployeeField): Columns<Employee>[number] {
  const column = EMPLOYEE_COLUMNS.find((each) => each.field === field);
  const read = READ.get(field);
  if (!column || !read) throw new Error(`${field} is no column of people`);
  return {
    id: field,
    header: column.label,
    accessorFn: read.value,
    size: WIDTHS[field],
    sortUndefined: "last",
    cell: ({ row }) => <Cell field={field} person={row.original} />,
    meta: { text: read.text, filter: FILTERS[column.kind] },
  };
}

const personColumn: Columns<Employee>[number] = {
  ...fieldColumn("displayName"),
  cell: ({ row }) => <PersonLink person={row.original} />,
  meta: { ...fieldColumn("displayName").meta, stick: { leftPx: 0, isEdge: true }, isFixed: true },
};

function countColumn(field: keyof typeof COUNT_COLUMNS): Columns<Employee>[number] {
  const { header, limit } = COUNT_COLUMNS[field];
  return {
    id: field,
    header,
    accessorFn: (person) => person[field],
    size: 148,
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
