import { useMutation, useQuery } from "convex/react";
import { EntryEditor } from "@/components/entries/EntryEditor";
import { useEntryEditor } from "@/components/entries/useEntryEditor";
import { Button } from "@/components/ui/button";
import { DialogFooter, Modal } from "@/components/ui/dialog";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { listedNote } from "./ListedPeopleCard";

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
  const editor = useEntryEditor(entries, {
    add: { run: (email) => add({ email }), success: MESSAGES.supervisorEmailAdded },
    update: {
      run: (entry, email) => update({ selected: entry.id, email }),
      success: MESSAGES.supervisorEmailUpdated,
    },
    remove: {
      run: (entry) => remove({ selected: entry.id }),
      success: MESSAGES.supervisorEmailDeleted,
    },
  });
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => onOpenChange(false)}
      title="Supervisor list"
      description="People who can be chosen as a supervisor, take returns and approve losses. Being listed does not change their role."
      className="max-w-lg"
      // Escape first ends a renaming.
      onEscapeKeyDown={(event) => editor.renamed !== null && event.preventDefault()}
    >
      <EntryEditor
        editor={editor}
        label="Supervisor list"
        addLabel="E-mail"
        entries={entries}
        describeRemoval={() => "people who already have this supervisor keep them"}
      />
      <DialogFooter>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      </DialogFooter>
    </Modal>
  );
}
