import type { Role } from "../custody/workflow";

/** The kinds of groups for which daily figures are stored. */
export const GROUPS = ["company", "country", "team", "person"] as const;
export type GroupKind = (typeof GROUPS)[number];

/**
 * A group. `key`: "" for the company, else the country, or the e-mail of the team's supervisor or
 * of the person. A team consists of its supervisor and their reports.
 */
export type Group = { readonly kind: GroupKind; readonly key: string };

/** Number of past days in a trend: 13 whole weeks. */
export const TREND_DAYS = 91;

/** Returns the group that a role's dashboard shows by default. */
export function ownGroup({ email, role }: { readonly email: string; readonly role: Role }): Group {
  switch (role) {
    case "admin":
      return { kind: "company", key: "" };
    case "supervisor":
      return { kind: "team", key: email };
    case "user":
      return { kind: "person", key: email };
  }
}
