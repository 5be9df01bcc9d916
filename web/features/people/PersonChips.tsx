import { Badge } from "@/components/ui/badge";
import { useNow } from "@/hooks/useNow";
import { isAway } from "#domain/people/away";
import { personStatus } from "#domain/people/employeeTable";
import type { EmployeeRow } from "./usePeople";

const OF_STATUS = { Disabled: "destructive", "Not verified": "warning" } as const;

/** What is unusual about a person: disabled, not verified, never signed in, away; often nothing. */
export function PersonChips({ person }: { person: EmployeeRow }) {
  const now = useNow();
  const status = personStatus(person);
  if (status !== "Active") return <Badge variant={OF_STATUS[status]}>{status}</Badge>;
  if (person.lastSignInTime === undefined) return <Badge variant="outline">Never signed in</Badge>;
  return isAway(person.away, now) ? <Badge variant="warning">Away</Badge> : null;
}
