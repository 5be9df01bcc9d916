import { useQuery } from "convex/react";
import { UserX } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { FormSkeleton } from "@/components/skeletons";
import { Card } from "@/components/ui/card";
import { useLeaveAfterSuccess } from "@/hooks/useLeaveAfterSuccess";
import { api } from "../../../convex/_generated/api";
import { PrivateForm } from "./PrivateForm";

type EditPrivateScreenProps = {
  /** From the address: any text. */
  uid: string;
  /** Navigates to the private list half a second after the data was saved. */
  onLeave: () => void;
};

/** A person's private data, editable by the person, their supervisor and admins. */
export function EditPrivateScreen({ uid, onLeave }: EditPrivateScreenProps) {
  const person = useQuery(api.users.get, { uid });
  const [isSaved, setIsSaved] = useState(false);
  useLeaveAfterSuccess(isSaved, onLeave);
  return (
    <>
      <PageHeader title="Edit Employee" back="/pages/employeeprivate" />
      {person === undefined && <FormSkeleton />}
      {person === null && (
        <Card className="max-w-[760px]">
          <EmptyState icon={UserX} title="No such person, or you have no access">
            You can see yourself. Supervisors also see their reports, and admins see everyone.
          </EmptyState>
        </Card>
      )}
      {person && <PrivateForm person={person} onSaved={() => setIsSaved(true)} />}
    </>
  );
}
