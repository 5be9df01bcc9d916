import type { Role } from "../custody/workflow";

/** Display names of the roles. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  user: "User",
  supervisor: "Supervisor",
  admin: "Admin",
};

/** The roles offered on a demo's sign-in page, in order, with what a person of each role sees. */
export const DEMO_ROLES: readonly { readonly role: Role; readonly sees: string }[] = [
  { role: "user", sees: "Registers, hands over and receives samples" },
  { role: "supervisor", sees: "Sees a team, its samples and what is late" },
  { role: "admin", sees: "Sees all samples and people, and all settings" },
];

const RANK: Readonly<Record<Role, number>> = { user: 0, supervisor: 1, admin: 2 };

/**
 * True if `role` ranks at least as high as `least`: an admin may do everything that a supervisor
 * may.
 */
export function mayAct(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least];
}
