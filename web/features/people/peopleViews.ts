import type { LinkProps } from "@tanstack/react-router";
import type { EmployeeField } from "#domain/people/employeeTable";

/** Figures about the samples a person holds: two counts, and the days over a limit. */
export type CountField = "inusesampl" | "answersFor" | "samplmaxtrig";

/** Whether a person has a second factor; shown to admins only. */
export type AdminField = "secondFactor";

type PeopleView = {
  readonly title: string;
  readonly description: string;
  /** Fields after the name, in column order. */
  readonly fields: readonly (EmployeeField | CountField | AdminField)[];
  /** Fields whose columns are hidden until the reader chooses them. */
  readonly optional?: readonly (EmployeeField | CountField)[];
  /** The page that Edit opens; undefined: no editing in this view. */
  readonly edit?: "/pages/editemployees/$id" | "/pages/editemployeeprivate/$id";
  /** Only admins may edit. */
  readonly isEditForAdmins?: true;
};

/** The views of the table of people, each at its own address. */
const PEOPLE_VIEWS = {
  employees: {
    title: "Employees",
    description: "Who reports to whom, and how many samples each has in use",
    fields: ["role", "supervisor", "city", "inusesampl", "lastSignInTime"],
    optional: [
      ...(["email", "passPort", "phoneNumber", "userLocation"] as const),
      ...(["country", "status", "creationTime"] as const),
    ],
    edit: "/pages/editemployees/$id",
    isEditForAdmins: true,
  },
  users: {
    title: "Users",
    description: "How people sign in, and when they last did",
    fields: [
      ...(["email", "role", "supervisor", "country"] as const),
      ...(["creationTime", "lastSignInTime", "secondFactor"] as const),
    ],
    optional: ["passPort", "phoneNumber", "status"],
  },
  private: {
    title: "Employees Private Information",
    description: "Visible to the person, their supervisor and admins",
    fields: ["inusesampl", "passPort", "phoneNumber", "userLocation"],
    optional: ["email", "role", "supervisor"],
    edit: "/pages/editemployeeprivate/$id",
  },
  counts: {
    title: "Sample count",
    description: "What each person holds, compared with their limits",
    fields: ["inusesampl", "samplmaxtrig", "answersFor", "role", "supervisor", "country"],
  },
} as const satisfies Record<string, PeopleView>;

export type PeopleViewName = keyof typeof PEOPLE_VIEWS;

export const peopleView = (name: PeopleViewName): PeopleView => PEOPLE_VIEWS[name];

/** The tabs above the table, in order; the sample count is another page. */
export const PEOPLE_TABS = [
  { name: "employees", label: "Employees", to: "/pages/employees" },
  { name: "users", label: "Users", to: "/pages/users" },
  { name: "private", label: "Private Information", to: "/pages/employeeprivate" },
] as const satisfies readonly {
  name: PeopleViewName;
  label: string;
  to: LinkProps["to"];
}[];

/** True for views that show the counts of a person's samples. */
export function hasCounts(name: PeopleViewName): boolean {
  return peopleView(name).fields.includes("inusesampl");
}
