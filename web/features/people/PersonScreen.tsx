import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { Ellipsis, Pencil, UserX } from "lucide-react";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { FormSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
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
        back="/pages/employees"
        actions={
          <>
            {reader === "admin" ? (
              <AdminActions uid={person._id} />
            ) : (
              <Button asChild>
                <Link to="/pages/editemployeeprivate/$id" params={{ id: person._id }}>
                  Private information
                </Link>
              </Button>
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

/** Edit, and behind a menu what is rare. */
function AdminActions({ uid }: { uid: string }) {
  return (
    <>
      <Button asChild>
        <Link to="/pages/editemployees/$id" params={{ id: uid }}>
          <Pencil aria-hidden />
          Edit
        </Link>
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="icon" aria-label="More">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem asChild>
            <Link to="/pages/editemployeeprivate/$id" params={{ id: uid }}>
              Private information
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <Link to="/pages/leaving/$id" params={{ id: uid }}>
              Leaving
            </Link>
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
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
          title="No such person, or you have no access"
          action={
            <Button asChild variant="outline">
              <Link to="/pages/employees">Open Employees</Link>
            </Button>
          }
        >
          You can see yourself. Supervisors also see their reports, and admins see everyone.
        </EmptyState>
      </Card>
    </>
  );
}
