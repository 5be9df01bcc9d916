import { useRef, useState, type ReactNode } from "react";
import { Banner } from "@/components/Banner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { MESSAGES } from "#domain/common/messages";
import { EntryList } from "./EntryList";
import { useEntryEditor, type Entry, type EntryActions } from "./useEntryEditor";

type EntryEditorProps = {
  /** Label of the text field. */
  label: string;
  help: string;
  /** Undefined while loading. */
  entries: readonly Entry[] | undefined;
  actions: EntryActions;
  /** Describes the effect of deleting an entry on what uses it. */
  describeRemoval: (entry: Entry) => string;
  /** An additional button that acts on the picked entry. */
  more?: (editor: ReturnType<typeof useEntryEditor>) => ReactNode;
};

/**
 * Adds, renames and deletes the entries of a list: a text field, the entries, and the buttons ADD,
 * UPDATE, DELETE.
 */
export function EntryEditor({ label, help, entries, actions, ...props }: EntryEditorProps) {
  const editor = useEntryEditor(entries, actions);
  const [toRemove, setToRemove] = useState<Entry | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const { picked, isSending } = editor;

  const remove = async () => {
    if (toRemove === null) return;
    await editor.remove(toRemove);
    setToRemove(null);
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // React bubbles a dialog's submit event to the surrounding form
          void (picked === null ? editor.add() : editor.update());
          inputRef.current?.focus();
        }}
      >
        <Field label={label} help={help} error={editor.error}>
          {(control) => (
            <Input
              {...control}
              ref={inputRef}
              value={editor.text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => editor.type(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-1.5 [&>button]:px-2.5">
          <Button
            variant={picked === null ? "default" : "outline"}
            disabled={isSending}
            type={picked === null ? "submit" : "button"}
            onClick={picked === null ? undefined : () => void editor.add()}
          >
            ADD
          </Button>
          <Button
            variant={picked === null ? "outline" : "default"}
            disabled={isSending}
            type={picked === null ? "button" : "submit"}
            onClick={picked === null ? () => void editor.update() : undefined}
          >
            UPDATE
          </Button>
          <Button
            variant="outline"
            className="text-destructive"
            disabled={isSending}
            onClick={() => setToRemove(editor.requireChosen())}
          >
            DELETE
          </Button>
          {props.more?.(editor)}
          {picked !== null && (
            <Button variant="ghost" onClick={() => editor.pick(null)}>
              Clear selection
            </Button>
          )}
        </div>
      </form>
      <div aria-live="polite" className="empty:hidden">
        {editor.notice && <Banner tone="success">{editor.notice}</Banner>}
        {editor.change && <Banner tone="warning">{editor.change}</Banner>}
      </div>
      <div className="rounded-md border">
        <EntryList
          label={`${label} list`}
          entries={entries}
          search={picked === null ? editor.text : ""}
          pickedId={picked?.id}
          onPick={editor.pick}
        />
      </div>
      <ConfirmDialog
        open={toRemove !== null}
        onOpenChange={(isOpen) => !isOpen && setToRemove(null)}
        question={MESSAGES.confirmDelete}
        explanation={toRemove && `“${toRemove.value}”. ${props.describeRemoval(toRemove)}`}
        cancel="Keep it"
        confirm={
          <Button variant="destructive" loading={isSending} onClick={() => void remove()}>
            Delete
          </Button>
        }
      />
    </div>
  );
}
