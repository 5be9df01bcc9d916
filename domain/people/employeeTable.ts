import { fieldColumn, type FilterColumn } from "../tables/tableFilters";

/** Columns of the tables of people: Users, Employees and their private information. */
// oxfmt-ignore
export const EMPLOYEE_COLUMNS = [
  { field: "displayName", label: "Name", kind: "text" },
  { field: "email", label: "E-mail", kind: "text" },
  { field: "passPort", label: "Passport Number", kind: "text" },
  { field: "role", label: "Role", kind: "choice" },
  { field: "supervisor", label: "Supervisor", kind: "choice" },
  { field: "phoneNumber", label: "Phone", kind: "text" },
  { field: "userLocation", label: "Address", kind: "text" },
  { field: "city", label: "City", kind: "text" },
  { field: "country", label: "Location", kind: "choice" },
  { field: "status", label: "Status", kind: "choice" },
  { field: "creationTime", label: "Creation Date", kind: "date" },
  { field: "lastSignInTime", label: "Last Sign-In Date", kind: "date" },
] as const;

export type EmployeeField = (typeof EMPLOYEE_COLUMNS)[number]["field"];

/** Status of a person; "Not verified" until they have verified their e-mail. */
export const PERSON_STATUSES = ["Active", "Disabled", "Not verified"] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

type Person = {
  readonly disabled: boolean;
  readonly emailVerificationTime?: number | undefined;
};

export function personStatus({ disabled, emailVerificationTime }: Person): PersonStatus {
  if (disabled) return "Disabled";
  return emailVerificationTime === undefined ? "Not verified" : "Active";
}

/** @param timeZone default: the local time zone */
export function employeeFilterColumns(timeZone?: string): FilterColumn<Person>[] {
  return EMPLOYEE_COLUMNS.map((column) =>
    column.field === "status"
      ? { id: "status", value: personStatus, text: personStatus, isDate: false }
      : fieldColumn(column, timeZone),
  );
}
