import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** An entry of the supervisor or the admin list. */
export type ListedPerson = FunctionReturnType<typeof api.supervisors.list>[number];

/** Describes the person behind a listed address, so that a typing error is noticed. */
export function listedNote({ role, maySupervise }: ListedPerson): string {
  if (role === null) return "no account";
  if (maySupervise) return role;
  return role === "user" ? "user, may not supervise" : `${role}, may not sign in`;
}
