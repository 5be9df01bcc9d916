import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { LogOut, Pencil, UserX } from "lucide-react";
import { EmptyState } from "@/components/pages/EmptyState";
import { FormSkeleton } from "@/components/skeletons/FormSkeleton";
import { GoBack } from "@/components/pages/GoBack";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";
import type { Role } from "#domain/custody/workflow";
import { AwaitedSamples } from "./AwaitedSamples";
import { HeldSamples } from "./HeldSamples";
import { PersonFacts } from "./PersonFacts";
import { PersonHistory } from "./PersonHistory";

/**
 * A person's page: their record, their samples by status, samples on the way to them, and their
 * history. @param uid from the address: any text
 */
export function PersonScreen({ uid, reader }: { uid: string; reader: Role }) {
  const person = useQuery(api.users.get, { uid });
  if (person === undefined) {
    return (
      <>
        <PageHeader title="Employee" />
        <FormSkeleton />
      </>
    );
  }
  if (person === null) return <HiddenPerson />;
  return (
    <>
      <PageHeader
        title={person.displayName || person.email}
        description={person.email}
        actions={
          <>
            <GoBack to="/pages/employees" />
            <Button asChild variant="outline">
              <Link to="/pages/editemployeeprivate/$id" params={{ id: person._id }}>
                <Pencil aria-hidden />
                Private information
              </Link>
            </Button>
            {reader === "admin" && (
              <>
                <Button asChild variant="outline">
                  <Link to="/pages/leaving/$id" params={{ id: person._id }}>
                    <LogOut aria-hidden />
                    Leaving
                  </Link>
                </Button>
                <Button asChild>
                  <Link to="/pages/editemployees/$id" params={{ id: person._id }}>
                    <Pencil aria-hidden />
                    Settings
                  </Link>
                </Button>
              </>
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <PersonFacts person={person} />
        <div className="grid gap-4">
          <AwaitedSamples uid={person._id} />
          <HeldSamples person={person} />
          <PersonHistory person={person} />
        </div>
      </div>
    </>
  );
}

function HiddenPerson() {
  return (
    <>
      <PageHeader title="Employee" />
      <Card>
        <EmptyState
          icon={UserX}
          title="No such person, or not yours to see"
          action={
            <Button asChild variant="outline">
              <Link to="/pages/employees">Open Employees</Link>
            </Button>
          }
        >
          People see themselves; supervisors also see their reports; admins see everyone.
        </EmptyState>
      </Card>
    </>
  );
}
