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
  /** The page that Edit opens; undefined: no editing in this view. */
  readonly edit?: "/pages/editemployees/$id" | "/pages/editemployeeprivate/$id";
  /** Only admins may edit. */
  readonly isEditForAdmins?: true;
};

/** The tables of people, by screen. */
const PEOPLE_VIEWS = {
  users: {
    title: "Users",
    description: "Everybody whose record you may see",
    fields: [
      ...(["email", "passPort", "role", "supervisor", "phoneNumber", "country"] as const),
      ...(["status", "creationTime", "lastSignInTime", "secondFactor"] as const),
    ],
  },
  employees: {
    title: "Employees",
    description: "Role, supervisor and contact data",
    fields: [
      ...(["email", "passPort", "role", "supervisor", "phoneNumber", "userLocation"] as const),
      ...(["country", "status", "creationTime", "lastSignInTime"] as const),
    ],
    edit: "/pages/editemployees/$id",
    isEditForAdmins: true,
  },
  private: {
    title: "Employees Private Information",
    description: "Contact data, and how many samples each has in use now",
    fields: [
      ...(["inusesampl", "email", "passPort", "role"] as const),
      ...(["supervisor", "phoneNumber", "userLocation"] as const),
    ],
    edit: "/pages/editemployeeprivate/$id",
  },
  counts: {
    title: "Sample count",
    description: "What each person holds, against their limits",
    fields: ["inusesampl", "samplmaxtrig", "answersFor", "role", "supervisor", "country"],
  },
} as const satisfies Record<string, PeopleView>;

export type PeopleViewName = keyof typeof PEOPLE_VIEWS;

export const peopleView = (name: PeopleViewName): PeopleView => PEOPLE_VIEWS[name];

/** True for views that show the counts of a person's samples. */
export function hasCounts(name: PeopleViewName): boolean {
  return peopleView(name).fields.includes("inusesampl");
}
