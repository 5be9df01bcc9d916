import { Badge } from "@/components/ui/badge";
import { personStatus } from "../../../domain/employeeTable";
import type { Employee } from "./usePeople";

const VARIANTS = { Active: "success", Disabled: "destructive", "Not verified": "warning" } as const;

export function PersonStatusBadge({ person }: { person: Employee }) {
  const status = personStatus(person);
  return <Badge variant={VARIANTS[status]}>{status}</Badge>;
}
