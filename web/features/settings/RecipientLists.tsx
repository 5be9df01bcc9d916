import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { ListedPeopleCard } from "./ListedPeopleCard";

/** 'Supervisor Setting' and the admin definition: who takes returns and approves losses. */
export function RecipientLists() {
  const supervisors = useQuery(api.supervisors.list, {});
  const addSupervisor = useMutation(api.supervisors.addUser);
  const removeSupervisor = useMutation(api.supervisors.removeUser);
  const admins = useQuery(api.admins.list, {});
  const addAdmin = useMutation(api.admins.add);
  const removeAdmin = useMutation(api.admins.remove);
  return (
    <>
      <ListedPeopleCard
        title="Supervisor Setting"
        description="Who may be asked to take a return or approve a loss. Being listed gives no role."
        listLabel="Supervisor"
        listed={supervisors}
        add={{
          label: "Add Supervisor",
          success: MESSAGES.supervisorEmailAdded,
          run: (email) => addSupervisor({ email }),
        }}
        remove={{
          label: "Delete Supervisor",
          success: MESSAGES.supervisorDeleted,
          run: (email) => removeSupervisor({ email }),
        }}
      />
      <ListedPeopleCard
        title="Admin definition"
        description="The admins among them. A role is given in “SMS Setting”."
        listLabel="Admin"
        listed={admins}
        add={{
          label: "Add Admin",
          success: MESSAGES.adminAdded,
          run: (email) => addAdmin({ email }),
        }}
        remove={{
          label: "Delete Admin",
          success: MESSAGES.adminDeleted,
          run: (email) => removeAdmin({ email }),
        }}
      />
    </>
  );
}
