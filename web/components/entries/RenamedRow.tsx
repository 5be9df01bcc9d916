import { CircleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useId } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { useEntryEditor } from "./useEntryEditor";

type RenamedRowProps = {
  editor: ReturnType<typeof useEntryEditor>;
  /** The effect of the renaming: "27 samples follow". */
  note: string | undefined;
  /** Called when the row stops being edited. */
  onEnd: () => void;
};

/** The row of an entry while it is renamed: Enter saves, Escape cancels. */
export function RenamedRow({ editor, note, onEnd }: RenamedRowProps) {
  const { renamed, isSending } = editor;
  const noteId = useId();
  const end = useEffectEvent(onEnd);
  useEffect(() => () => end(), []);
  if (renamed === null) return null;
  const { entry, text, error } = renamed;
  return (
    <li className="bg-accent/50 px-1.5 py-1">
      <form
        noValidate
        className="flex flex-wrap items-center gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // React bubbles a dialog's submit event to the surrounding form
          void editor.rename();
        }}
      >
        <Input
          autoFocus
          aria-label={`New value of ${entry.value}`}
          aria-describedby={noteId}
          aria-invalid={error !== undefined || undefined}
          value={text}
          autoComplete="off"
          spellCheck={false}
          className="min-w-32 flex-1 px-1.5 sm:h-8"
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => editor.setRenamed(target.value)}
          onKeyDown={({ key }) => key === "Escape" && editor.cancelRenaming()}
        />
        <span id={noteId} className="shrink-0 text-xs tabular-nums text-muted-foreground">
          {note}
        </span>
        <span className="ml-auto flex gap-1.5">
          <Button variant="outline" size="sm" onClick={editor.cancelRenaming}>
            Cancel
          </Button>
          <Button type="submit" size="sm" loading={isSending}>
            UPDATE
          </Button>
        </span>
        {error !== undefined && (
          <p role="alert" className="flex w-full gap-1.5 px-1.5 text-xs text-destructive">
            <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
            {error}
          </p>
        )}
      </form>
    </li>
  );
}
