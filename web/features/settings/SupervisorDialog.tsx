import { useMutation, useQuery } from "convex/react";
import { EntryEditor } from "@/components/entries/EntryEditor";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { listedNote } from "./listedNote";

type SupervisorDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The supervisor e-mail list: ADD, UPDATE, DELETE and Close. An entry's id is its e-mail. */
export function SupervisorDialog({ isOpen, onOpenChange }: SupervisorDialogProps) {
  const list = useQuery(api.supervisors.list, isOpen ? {} : "skip");
  const add = useMutation(api.supervisors.add);
  const update = useMutation(api.supervisors.update);
  const remove = useMutation(api.supervisors.remove);
  const entries = list?.map((person) => ({
    id: person.email,
    value: person.email,
    note: listedNote(person),
  }));
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="max-w-lg">
        <DialogHeader>
          <DialogTitle>Supervisor list</DialogTitle>
          <DialogDescription>
            People who can be chosen as a supervisor, take returns and approve losses. Being listed
            gives no role.
          </DialogDescription>
        </DialogHeader>
        <EntryEditor
          label="E-mail"
          help="Enter an e-mail to add, or select one below to change it."
          entries={entries}
          actions={{
            add: { run: (email) => add({ email }), success: MESSAGES.supervisorEmailAdded },
            update: {
              run: (entry, email) => update({ selected: entry.id, email }),
              success: MESSAGES.supervisorEmailUpdated,
            },
            remove: {
              run: (entry) => remove({ selected: entry.id }),
              success: MESSAGES.supervisorEmailDeleted,
            },
          }}
          describeRemoval={() => "People with this supervisor keep them."}
        />
        <Button variant="outline" onClick={() => onOpenChange(false)} className="self-end">
          Close
        </Button>
      </DialogContent>
    </Dialog>
  );
}
