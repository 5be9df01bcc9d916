import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useViewer } from "@/hooks/data/useViewer";
import { REFUSALS } from "#domain/common/errors";
import { mayAct } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";

type ForRoleProps = {
  /** The lowest role that may use the screen. */
  least: Exclude<Role, "user">;
  /** The screen's title, also shown above a refusal. */
  title: string;
  children: ReactNode;
};

const WHO = { supervisor: "supervisors and admins", admin: "admins" } as const;

/**
 * Shows a screen to people with the required role, and a refusal to others who open its address.
 * The role is live: a person who loses it sees the refusal as soon as the server reports it.
 */
export function ForRole({ least, title, children }: ForRoleProps) {
  if (mayAct(useViewer().role, least)) return children;
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={Lock}
          title={REFUSALS.NOT_ALLOWED}
          action={
            <Button asChild variant="outline">
              <Link to="/dashboard/homefs">Open Analytics</Link>
            </Button>
          }
        >
          Only {WHO[least]} can use this page. An admin can change your role.
        </EmptyState>
      </Card>
    </>
  );
}
