import type { Role } from "./workflow";

export type { Role };

/** The roles as people read them. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  user: "Sample manager",
  supervisor: "Supervisor",
  admin: "Admin",
};

const RANK: Readonly<Record<Role, number>> = { user: 0, supervisor: 1, admin: 2 };

/** True if `role` ranks at least as high as `least`: an admin may do all that a supervisor may. */
export function mayAct(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least];
}
