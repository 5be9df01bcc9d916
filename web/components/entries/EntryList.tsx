import { useId } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { Entry } from "./useEntryEditor";

type EntryListProps = {
  label: string;
  entries: readonly Entry[] | undefined;
  /** Only entries that contain this text are shown. */
  search: string;
  pickedId: string | undefined;
  onPick: (entry: Entry) => void;
};

/** A list's entries as a radio group: one may be picked, and arrow keys move. */
export function EntryList({ label, entries, search, pickedId, onPick }: EntryListProps) {
  const name = useId();
  if (entries === undefined) return <EntryListSkeleton />;
  const typed = search.trim().toLowerCase();
  const shown = entries.filter(({ value }) => value.toLowerCase().includes(typed));
  if (shown.length === 0) {
    return (
      <p role="status" className="px-3 py-6 text-center text-sm text-muted-foreground">
        {typed === "" ? "Nothing in this list yet." : `Nothing in this list contains “${search}”.`}
      </p>
    );
  }
  return (
    <div role="radiogroup" aria-label={label} className="max-h-72 overflow-y-auto p-1">
      {shown.map((entry) => (
        <label
          key={entry.id}
          // `content-visibility`: entries out of view are not laid out; a list may have two
          // thousand.
          className="relative flex min-h-9 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1.5 text-sm [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto] hover:bg-accent has-[:checked]:bg-accent has-[:checked]:font-medium has-[:focus-visible]:ring-2 has-[:focus-visible]:ring-inset has-[:focus-visible]:ring-ring max-sm:min-h-11"
        >
          <span className="flex min-w-0 items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={entry.id === pickedId}
              onChange={() => onPick(entry)}
              className="size-4 shrink-0 accent-primary outline-none"
            />
            <span className="[overflow-wrap:anywhere]">{entry.value}</span>
          </span>
          {entry.note && (
            <span className="ml-auto shrink-0 text-xs font-normal tabular-nums text-muted-foreground">
              {entry.note}
            </span>
          )}
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
