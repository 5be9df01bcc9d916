import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Employee } from "./settingsValues";

type SupervisorChoice = { readonly email: string; readonly label: string };

/**
 * People who may become `employee`'s supervisor: those on either list who may supervise; for
 * admins, also themselves; and the current supervisor, who may since have lost the right. Undefined
 * while the lists load.
 */
export function useSupervisorChoices(employee: Employee): SupervisorChoice[] | undefined {
  const supervisors = useQuery(api.supervisors.list, {});
  const admins = useQuery(api.admins.list, {});
  if (supervisors === undefined || admins === undefined) return undefined;
  const names = new Map<string, string>();
  for (const { email, displayName, maySupervise } of [...supervisors, ...admins]) {
    const isSelf = email === employee.email;
    if (maySupervise && (!isSelf || employee.role === "admin")) {
      names.set(email, displayName ?? email);
    }
  }
  const present = employee.supervisor;
  if (present !== undefined && !names.has(present)) names.set(present, present);
  return [...names]
    .map(([email, name]) => ({ email, label: name === email ? email : `${name} (${email})` }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
}
