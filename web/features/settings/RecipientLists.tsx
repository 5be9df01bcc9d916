import { useMutation, useQuery } from "convex/react";
import { PageHeader } from "@/components/pages/PageHeader";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { ListedPeopleCard } from "./ListedPeopleCard";

/** The two lists of "Edit Employee" that belong to no employee, on a page of their own. */
export function RecipientsScreen() {
  return (
    <>
      <PageHeader
        title="Lists for everyone"
        description="Who can be asked to take a return or approve a loss. Changes affect all employees."
      />
      <RecipientLists />
    </>
  );
}

/**
 * 'Supervisor Setting' and the list of admins: who takes returns and approves losses. Both lists
 * belong to the deployment, not to the employee whose page shows them.
 */
export function RecipientLists() {
  const supervisors = useQuery(api.supervisors.list, {});
  const addSupervisor = useMutation(api.supervisors.addUser);
  const removeSupervisor = useMutation(api.supervisors.removeUser);
  const admins = useQuery(api.admins.list, {});
  const addAdmin = useMutation(api.admins.add);
  const removeAdmin = useMutation(api.admins.remove);
  return (
    <div className="grid max-w-[760px] gap-4">
      <ListedPeopleCard
        title="Supervisor Setting"
        description="People who can be asked to take a return or approve a loss. Being listed does not change their role."
        listLabel="Supervisor"
        listed={supervisors}
        add={{
          label: "Add Supervisor",
          success: MESSAGES.supervisorEmailAdded,
          run: (email) => addSupervisor({ email }),
        }}
        remove={{
          label: "Delete Supervisor",
          isRemoval: true,
          success: MESSAGES.supervisorDeleted,
          run: (email) => removeSupervisor({ email }),
        }}
      />
      <ListedPeopleCard
        title="Admin definition"
        description="Admins who can be asked. The role itself is set under “SMS Setting”."
        listLabel="Admin"
        listed={admins}
        add={{
          label: "Add Admin",
          success: MESSAGES.adminAdded,
          run: (email) => addAdmin({ email }),
        }}
        remove={{
          label: "Delete Admin",
          isRemoval: true,
          success: MESSAGES.adminDeleted,
          run: (email) => removeAdmin({ email }),
        }}
      />
    </div>
  );
}
