import { useId } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { Entry } from "./useEntryEditor";

type EntryListProps = {
  label: string;
  entries: readonly Entry[] | undefined;
  pickedId: string | undefined;
  onPick: (entry: Entry) => void;
};

/** A list's entries as a radio group: one may be picked, and arrow keys move. */
export function EntryList({ label, entries, pickedId, onPick }: EntryListProps) {
  const name = useId();
  if (entries === undefined) return <EntryListSkeleton />;
  if (entries.length === 0) {
    return (
      <p role="status" className="px-3 py-6 text-center text-sm text-muted-foreground">
        No one is listed here.
      </p>
    );
  }
  return (
    <div role="radiogroup" aria-label={label} className="max-h-72 overflow-y-auto p-1">
      {entries.map((entry) => (
        <label
          key={entry.id}
          className="relative flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-sm hover:bg-accent has-[:checked]:bg-accent has-[:checked]:font-medium has-[:focus-visible]:ring-2 has-[:focus-visible]:ring-inset has-[:focus-visible]:ring-ring max-sm:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={entry.id === pickedId}
            onChange={() => onPick(entry)}
            className="size-4 shrink-0 accent-primary outline-none"
          />
          <span className="min-w-0">
            <span className="block break-words">{entry.value}</span>
            {entry.note && (
              <span className="block break-words text-xs font-normal text-muted-foreground">
                {entry.note}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}

function EntryListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-2 p-3">
      {["w-1/2", "w-2/3", "w-1/3", "w-1/2"].map((width, row) => (
        <Skeleton key={row} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}
