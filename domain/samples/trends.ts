import type { Role } from "../custody/workflow";

/** The groups of people for which figures of each day are kept. */
export const GROUPS = ["company", "country", "team", "person"] as const;
export type GroupKind = (typeof GROUPS)[number];

/**
 * A group. `key`: "" for the company, else the country, or the e-mail of the team's supervisor or
 * of the person. A team is its supervisor and their reports.
 */
export type Group = { readonly kind: GroupKind; readonly key: string };

/** Days of a trend that are over: 13 weeks, and one more day so that they end with whole weeks. */
export const TREND_DAYS = 91;

/** Returns the group whose figures a role's dashboard shows at first. */
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
