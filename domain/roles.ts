import type { Role } from "./workflow";

export type { Role };

const RANK: Readonly<Record<Role, number>> = { user: 0, supervisor: 1, admin: 2 };

/** Whether `role` may do what needs at least `least`: an admin may whatever a supervisor may. */
export function mayAct(role: Role, least: Role): boolean {
  return RANK[role] >= RANK[least];
}
