import { useMutation } from "convex/react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import type { Entry, useEntryEditor } from "@/components/entries/useEntryEditor";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { optionsMerged } from "#domain/common/messages";
import type { PickListKind } from "#domain/samples/pickLists";

type MergeButtonProps = {
  kind: PickListKind;
  entries: readonly Entry[];
  editor: ReturnType<typeof useEntryEditor>;
};

/**
 * Merges an entry into another that means the same: the picked one is deleted, its samples are
 * updated.
 */
export function MergeButton({ kind, entries, editor }: MergeButtonProps) {
  const merge = useMutation(api.lookups.merge);
  const [from, setFrom] = useState<Entry | null>(null);
  const [into, setInto] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  const open = (entry: Entry | null) => {
    setFrom(entry);
    setInto("");
    setError(null);
  };
  const send = async () => {
    if (from === null || into === "") return setError("Select the entry that stays");
    setIsSending(true);
    const outcome = await attempt(merge({ kind, selected: from.id, into }));
    setIsSending(false);
    if (!outcome.ok) return setError(outcome.message);
    open(null);
    editor.finish(optionsMerged(from.value, into));
  };
  return (
    <>
      <Button
        variant="outline"
        disabled={editor.isSending}
        onClick={() => open(editor.requireChosen())}
      >
        MERGE
      </Button>
      <ConfirmDialog
        open={from !== null}
        onOpenChange={(isOpen) => !isOpen && open(null)}
        question={`Merge “${from?.value ?? ""}” into another entry?`}
        explanation={`It is removed from the list, and its samples get the other value.${
          from?.note === undefined ? "" : ` It is ${from.note}.`
        }`}
        error={error}
        cancel="Keep both"
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
                .filter(({ id }) => id !== from?.id)
                .map(({ id, value }) => (
                  <option key={id} value={value}>
                    {value}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      </ConfirmDialog>
    </>
  );
}
