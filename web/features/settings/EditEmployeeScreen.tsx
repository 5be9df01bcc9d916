import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { UserX } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { FoldedOnPhone } from "@/components/pages/FoldedOnPhone";
import { PageHeader } from "@/components/pages/PageHeader";
import { PersonAvatar } from "@/components/sample/PersonAvatar";
import { FormSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useLeaveAfterSuccess } from "@/hooks/useLeaveAfterSuccess";
import { useConfig } from "@/hooks/data/useConfig";
import { useViewer } from "@/hooks/data/useViewer";
import { api } from "../../../convex/_generated/api";
import { EmailForm } from "./EmailForm";
import { RequiredSecondFactor } from "./RequiredSecondFactor";
import { SecondFactorForm } from "./SecondFactorForm";
import { RecipientLists } from "./RecipientLists";
import { SettingsForm } from "./SettingsForm";
import type { Employee } from "./settingsValues";

type EditEmployeeScreenProps = {
  /** From the address: any text. */
  uid: string;
  /** Navigates to the employees half a second after the settings were saved. */
  onLeave: () => void;
};

/**
 * The settings page of a person: 'SMS Setting', e-mail, second factor, 'Supervisor Setting', the
 * list of admins, and who must have a second factor.
 */
export function EditEmployeeScreen({ uid, onLeave }: EditEmployeeScreenProps) {
  const employee = useQuery(api.users.get, { uid });
  const viewer = useViewer();
  const allowsPasswords = useConfig()?.allowsPasswords !== false;
  const [isSaved, setIsSaved] = useState(false);
  useLeaveAfterSuccess(isSaved, onLeave);
  return (
    <>
      <PageHeader
        title="Edit Employee"
        description={employee && <Who employee={employee} />}
        back="/pages/employees"
        className="max-w-[760px]"
        actions={
          <>
            {employee && (
              <Button asChild variant="outline">
                <Link to="/pages/person/$id" params={{ id: employee._id }}>
                  Their samples
                </Link>
              </Button>
            )}
          </>
        }
      />
      <div className="grid gap-4">
        {employee === undefined && <FormSkeleton />}
        {employee === null && <UnknownPerson />}
        {employee && (
          <>
            <SettingsForm
              employee={employee}
              isOwn={employee._id === viewer._id}
              onSaved={() => setIsSaved(true)}
            />
            <FoldedOnPhone title="E-mail" summary="Correct it after a change of name">
              <EmailForm employee={employee} isOwn={employee._id === viewer._id} />
            </FoldedOnPhone>
            {allowsPasswords && (
              <SecondFactorForm employee={employee} isOwn={employee._id === viewer._id} />
            )}
          </>
        )}
        <section
          aria-labelledby="lists-for-everyone"
          className="mt-4 grid max-w-[760px] gap-4 border-t pt-6"
        >
          <header>
            <h2 id="lists-for-everyone" className="text-base font-semibold tracking-tight">
              Settings for everyone
            </h2>
            <p className="text-sm text-muted-foreground">
              A change here affects all employees, not only this one.
            </p>
          </header>
          <RecipientLists />
          {allowsPasswords && (
            <FoldedOnPhone title="Required second factor" summary="Roles that must have one">
              <RequiredSecondFactor />
            </FoldedOnPhone>
          )}
        </section>
      </div>
    </>
  );
}

/** Whom the page is about. */
function Who({ employee: { email, displayName, photoURL } }: { employee: Employee }) {
  return (
    <span className="flex items-center gap-2">
      <PersonAvatar email={email} name={displayName || email} photoURL={photoURL} />
      <span className="min-w-0 truncate">
        <span className="font-medium text-foreground">{displayName}</span> {email}
      </span>
    </span>
  );
}

function UnknownPerson() {
  return (
    <Card className="w-full max-w-[760px]">
      <EmptyState icon={UserX} title="No such person">
        No account belongs to this address.
      </EmptyState>
    </Card>
  );
}
