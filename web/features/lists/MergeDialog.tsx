import { useMutation } from "convex/react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import type { Entry } from "@/components/entries/useEntryEditor";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { optionsMerged } from "#domain/common/messages";
import type { PickListKind } from "#domain/samples/pickLists";

type MergeDialogProps = {
  kind: PickListKind;
  /** The entry that is deleted. */
  from: Entry;
  entries: readonly Entry[];
  /** What happens to the samples of `from`. */
  effect: string;
  onMerged: (notice: string) => void;
  onClose: () => void;
};

/** Merges an entry into another that means the same: it is deleted, its samples are updated. */
export function MergeDialog({ kind, from, entries, effect, onMerged, onClose }: MergeDialogProps) {
  const merge = useMutation(api.lookups.merge);
  const [into, setInto] = useState("");
  const { isSending, refusal, setRefusal, sending } = useSending();

  const send = async () => {
    if (into === "") return setRefusal("Select the entry that stays");
    const outcome = await sending(attempt(merge({ kind, selected: from.id, into })));
    if (!outcome.ok) return;
    onMerged(optionsMerged(from.value, into));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      question={`Merge “${from.value}” into another entry?`}
      explanation={`“${from.value}” is removed from the list; ${effect}.`}
      error={refusal}
      confirm={
        <Button loading={isSending} onClick={() => void send()}>
          Merge
        </Button>
      }
    >
      <Field label="Entry that stays">
        {(control) => (
          <Select {...control} value={into} onChange={(event) => setInto(event.target.value)}>
            <option value="">Select…</option>
            {entries
              .filter(({ id }) => id !== from.id)
              .map(({ id, value }) => (
                <option key={id} value={value}>
                  {value}
                </option>
              ))}
          </Select>
        )}
      </Field>
    </ConfirmDialog>
  );
}
