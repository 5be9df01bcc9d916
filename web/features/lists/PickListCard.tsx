import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { EntryEditor } from "@/components/entries/EntryEditor";
import { useEntryEditor, type Entry } from "@/components/entries/useEntryEditor";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";
import { optionAdded, optionDeleted, optionUpdated } from "#domain/common/messages";
import { PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import { MergeDialog } from "./MergeDialog";
import { effectOnUses, useUses, usesInWords } from "./useUses";

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
  const [merged, setMerged] = useState<Entry | null>(null);
  const entries = values?.map((value) => {
    const note = usesInWords(uses.get(value));
    return { id: value, value, ...(note !== undefined && { note }) };
  });
  const editor = useEntryEditor(entries, {
    add: { run: (value) => add({ kind, value }), success: optionAdded(label) },
    update: {
      run: ({ id }, value) => update({ kind, selected: id, value }),
      success: optionUpdated(label),
    },
    remove: { run: ({ id }) => remove({ kind, selected: id }), success: optionDeleted(label) },
  });
  const describe = (one: string, many: string) => (entry: Entry) =>
    effectOnUses(uses.get(entry.id), { one, many });
  const describeMerge = describe("gets the other value", "get the other value");
  return (
    <Card className="min-w-0 p-5">
      <h2 className="mb-3 text-base font-semibold tracking-tight">{label}</h2>
      <EntryEditor
        editor={editor}
        label={label}
        addLabel="New value"
        entries={entries}
        describeRenaming={describe("follows", "follow")}
        describeRemoval={describe("keeps it", "keep it")}
        more={[{ label: "Merge into…", describe: describeMerge, run: setMerged }]}
      />
      {merged && (
        <MergeDialog
          kind={kind}
          from={merged}
          entries={entries ?? []}
          effect={describeMerge(merged)}
          onMerged={editor.showNotice}
          onClose={() => setMerged(null)}
        />
      )}
    </Card>
  );
}
