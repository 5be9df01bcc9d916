import { Badge } from "@/components/ui/badge";
import { personStatus } from "#domain/people/employeeTable";
import type { EmployeeRow } from "./usePeople";

const VARIANTS = { Active: "success", Disabled: "destructive", "Not verified": "warning" } as const;

export function PersonStatusBadge({ person }: { person: EmployeeRow }) {
  const status = personStatus(person);
  return <Badge variant={VARIANTS[status]}>{status}</Badge>;
}
