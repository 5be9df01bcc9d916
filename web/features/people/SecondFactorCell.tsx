import { useQuery } from "convex/react";
import { ValueCell } from "@/components/sample/ValueCell";
import { api } from "../../../convex/_generated/api";
import { secondFactorState } from "#domain/accounts/secondFactor";
import type { EmployeeRow } from "./usePeople";

/** On, off, or required by the role and not set up. */
export function SecondFactorCell({ person }: { person: EmployeeRow }) {
  const roles = useQuery(api.secondFactors.roles) ?? [];
  return <ValueCell kind="text" value={secondFactorState(person, roles)} />;
}
