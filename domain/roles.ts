import type { Role } from "./workflow";

export type { Role };

const RANK: Readonly<Record<Role, number>> = { user: 0, supervisor: 1, admin: 2 };

/** True if `role` ranks at least as high as `least`: an admin may do all that a supervisor may. */
export function mayAct(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least];
}
