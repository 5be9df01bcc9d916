import { Search } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/Banner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "#domain/common/formatCount";
import { fold } from "#domain/common/fold";
import { MESSAGES } from "#domain/common/messages";
import { EntryRow, type RowCommand } from "./EntryRow";
import { RenamedRow } from "./RenamedRow";
import type { useEntryEditor, Entry } from "./useEntryEditor";

/** Maximum number of entries shown; a search finds the others. */
const MAX_SHOWN = 300;

type EntryEditorProps = {
  editor: ReturnType<typeof useEntryEditor>;
  /** Accessible name of the list. */
  label: string;
  /** Label of the field for a new value. */
  addLabel: string;
  /** Undefined while loading. */
  entries: readonly Entry[] | undefined;
  /** Describes the effect of renaming an entry on what uses it. */
  describeRenaming?: (entry: Entry) => string;
  /** Describes the effect of deleting an entry on what uses it. */
  describeRemoval: (entry: Entry) => string;
  /** Further commands of an entry's menu. */
  more?: readonly RowCommand[];
};

/**
 * Adds, renames and deletes the entries of a list: a field and ADD at the top, a search, and the
 * entries, each of which is renamed in its row and has a menu with DELETE.
 */
export function EntryEditor({ editor, label, addLabel, entries, ...props }: EntryEditorProps) {
  const [search, setSearch] = useState("");
  const [toRemove, setToRemove] = useState<Entry | null>(null);
  const [removalError, setRemovalError] = useState<string | null>(null);
  const { added, renamed, isSending } = editor;
  /** Id of the entry whose renaming has just ended. */
  const [toFocus, setToFocus] = useState<string | null>(null);

  const remove = async () => {
    if (toRemove === null) return;
    const error = await editor.remove(toRemove);
    setRemovalError(error);
    if (error === null) setToRemove(null);
  };
  const found = entries?.filter(({ value }) => fold(value).includes(fold(search.trim())));
  const commands: RowCommand[] = [
    ...(props.more ?? []),
    {
      label: "DELETE",
      describe: props.describeRemoval,
      isDestructive: true,
      run: (entry) => {
        setRemovalError(null);
        setToRemove(entry);
      },
    },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // React bubbles a dialog's submit event to the surrounding form
          void editor.add();
        }}
      >
        <Field label={addLabel} error={added.error}>
          {(control) => (
            <span className="flex gap-2">
              <Input
                {...control}
                value={added.text}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => editor.setAdded(target.value)}
              />
              <Button type="submit" disabled={isSending}>
                ADD
              </Button>
            </span>
          )}
        </Field>
      </form>
      <div aria-live="polite" className="empty:hidden">
        {editor.notice && <Banner tone="success">{editor.notice}</Banner>}
        {editor.gone !== null && (
          <Banner tone="warning" onDismiss={editor.cancelRenaming}>
            “{editor.gone}” has been deleted.
          </Banner>
        )}
      </div>
      <div className="rounded-md border">
        <div className="flex items-center gap-2 border-b px-3">
          <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <input
            type="search"
            aria-label="Search all columns"
            placeholder="Search all columns..."
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={({ key }) => key === "Escape" && setSearch("")}
            className="h-10 min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-muted-foreground focus-visible:ring-0 focus-visible:ring-offset-0 coarse:h-11"
          />
          <span role="status" className="shrink-0 text-xs tabular-nums text-muted-foreground">
            {entries && found && countInWords(found.length, entries.length)}
          </span>
        </div>
        {found === undefined ? (
          <EntriesSkeleton />
        ) : found.length === 0 ? (
          <p className="px-3 py-6 text-center text-sm text-muted-foreground">
            {search.trim() === ""
              ? "Nothing in this list yet."
              : `Nothing in this list contains “${search.trim()}”.`}
          </p>
        ) : (
          // On a laptop the list scrolls, so that the field for a new value stays in sight.
          <ul
            aria-label={label}
            className="divide-y divide-border/60 sm:max-h-[max(18rem,calc(100dvh-26rem))] sm:overflow-y-auto"
          >
            {found
              .slice(0, MAX_SHOWN)
              .map((entry) =>
                entry.id === renamed?.entry.id ? (
                  <RenamedRow
                    key={entry.id}
                    editor={editor}
                    note={props.describeRenaming?.(entry)}
                    onEnd={() => setToFocus(entry.id)}
                  />
                ) : (
                  <EntryRow
                    key={entry.id}
                    entry={entry}
                    takesFocus={entry.id === toFocus}
                    onFocused={() => setToFocus(null)}
                    onRename={() => editor.startRenaming(entry)}
                    commands={commands}
                  />
                ),
              )}
          </ul>
        )}
        {found !== undefined && found.length > MAX_SHOWN && (
          <p className="border-t px-3 py-2 text-center text-xs text-muted-foreground">
            The first {MAX_SHOWN} are shown. Search to find the others.
          </p>
        )}
      </div>
      <ConfirmDialog
        open={toRemove !== null}
        onOpenChange={(isOpen) => !isOpen && setToRemove(null)}
        question={MESSAGES.confirmDelete}
        explanation={toRemove && `“${toRemove.value}”: ${props.describeRemoval(toRemove)}`}
        error={removalError}
        confirm={
          <Button variant="destructive" loading={isSending} onClick={() => void remove()}>
            Delete
          </Button>
        }
      />
    </div>
  );
}

function countInWords(found: number, all: number): string {
  const total = `${formatCount(all)} ${all === 1 ? "entry" : "entries"}`;
  return found === all ? total : `${formatCount(found)} of ${total}`;
}

function EntriesSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 p-3">
      {["w-1/2", "w-2/3", "w-1/3", "w-1/2"].map((width, row) => (
        <Skeleton key={row} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}
