import { useMutation, useQuery } from "convex/react";
import { EntryEditor } from "@/components/entries/EntryEditor";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";
import { optionAdded, optionDeleted, optionUpdated } from "#domain/common/messages";
import { PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import { MergeButton } from "./MergeButton";
import { useUses } from "./useUses";

const NONE: readonly string[] = [];

/**
 * One of the ten lists: its entries with their number of uses; they can be added, renamed, deleted,
 * merged.
 */
export function PickListCard({ kind }: { kind: PickListKind }) {
  const { label } = PICK_LISTS[kind];
  const values = useQuery(api.lookups.options, {})?.[kind];
  const uses = useUses(kind, values ?? NONE);
  const add = useMutation(api.lookups.add);
  const update = useMutation(api.lookups.update);
  const remove = useMutation(api.lookups.remove);
  const entries = values?.map((value) => {
    const note = uses.get(value);
    return { id: value, value, ...(note !== undefined && { note }) };
  });
  return (
    <Card className="min-w-0 p-5">
      <h2 className="mb-3 text-base font-semibold tracking-tight">{label}</h2>
      <EntryEditor
        label="Value"
        help="Enter a value to add, or select one below to change it. Samples follow the change."
        entries={entries}
        actions={{
          add: { run: (value) => add({ kind, value }), success: optionAdded(label) },
          update: {
            run: ({ id }, value) => update({ kind, selected: id, value }),
            success: optionUpdated(label),
          },
          remove: {
            run: ({ id }) => remove({ kind, selected: id }),
            success: optionDeleted(label),
          },
        }}
        describeRemoval={({ note }) =>
          `Forms stop offering it.${note === undefined ? "" : ` It is ${note}; these keep it.`}`
        }
        more={(editor) => <MergeButton kind={kind} entries={entries ?? []} editor={editor} />}
      />
    </Card>
  );
}
