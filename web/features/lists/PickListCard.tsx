import { useMutation, useQuery, useConvex } from "convex/react";
import { useState, useEffect } from "react";
import type { FunctionReturnType } from "convex/server";
import { EntryEditor } from "@/components/entries/EntryEditor";
import { useEntryEditor, type Entry } from "@/components/entries/useEntryEditor";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";
import { optionAdded, optionDeleted, optionUpdated } from "#domain/common/messages";
import { PICK_LISTS, MAX_VALUES_COUNTED, type PickListKind } from "#domain/samples/pickLists";
import { MergeDialog } from "./MergeDialog";

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

type Use = FunctionReturnType<typeof api.lookups.uses>[number];

/**
 * How many samples use each value of a list. Counted when the list opens and again when its values
 * change, in chunks; a value without an entry is not counted yet.
 */
function useUses(kind: PickListKind, values: readonly string[]): ReadonlyMap<string, Use> {
  const client = useConvex();
  const [uses, setUses] = useState<ReadonlyMap<string, Use>>(new Map());
  const listed = values.join("\n");
  useEffect(() => {
    let isCurrent = true;
    const all = listed === "" ? [] : listed.split("\n");
    const count = async () => {
      for (let start = 0; start < all.length && isCurrent; start += MAX_VALUES_COUNTED) {
        const chunk = all.slice(start, start + MAX_VALUES_COUNTED);
        const counted = await client.query(api.lookups.uses, { kind, values: chunk });
        if (!isCurrent) return;
        setUses((known) => new Map([...known, ...counted.map((use) => [use.value, use] as const)]));
      }
    };
    // The list is useful without its counts.
    count().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [client, kind, listed]);
  return uses;
}

/** "32 samples", "not used"; undefined while it is not counted. */
function usesInWords(use: Use | undefined): string | undefined {
  return use && (use.count === 0 ? "not used" : samplesOf(use));
}

/** Says what a change of a value does to its samples: "32 samples follow". */
function effectOnUses(use: Use | undefined, verb: { one: string; many: string }): string {
  if (use === undefined) return `samples that use it ${verb.many}`;
  if (use.count === 0) return "no sample uses it";
  return `${samplesOf(use)} ${use.count === 1 ? verb.one : verb.many}`;
}

function samplesOf({ count, isMore }: Use): string {
  return count === 1 ? "1 sample" : `${count}${isMore ? "+" : ""} samples`;
}
