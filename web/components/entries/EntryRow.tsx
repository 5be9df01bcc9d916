import { Ellipsis, Pencil } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { cn } from "@/lib/utils";
import type { Entry } from "./useEntryEditor";

/** A command of an entry's menu. */
export type RowCommand = {
  readonly label: string;
  /** Names what it affects: "32 samples keep it". */
  readonly describe: (entry: Entry) => string;
  readonly isDestructive?: true;
  readonly run: (entry: Entry) => void;
};

type EntryRowProps = {
  entry: Entry;
  /** Its renaming has just ended: it takes the focus back, once. */
  takesFocus: boolean;
  onFocused: () => void;
  onRename: () => void;
  commands: readonly RowCommand[];
};

/** An entry with its note; Rename, which a mouse reveals, and a menu with all commands. */
export function EntryRow({ entry, takesFocus, onFocused, onRename, commands }: EntryRowProps) {
  const menu = useRef<HTMLButtonElement>(null);
  const tellFocused = useEffectEvent(onFocused);
  useEffect(() => {
    if (!takesFocus) return;
    menu.current?.focus();
    tellFocused();
  }, [takesFocus]);
  return (
    // `content-visibility`: rows out of view are not laid out.
    <li className="group flex min-h-10 items-center gap-2 py-1 pl-3 pr-1 text-sm [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] focus-within:bg-accent/50 hover:bg-accent/50 coarse:min-h-12">
      <span className="flex min-w-0 flex-1 gap-x-2 max-sm:flex-col sm:items-center">
        <span className="min-w-0 flex-1 break-words">{entry.value}</span>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Rename ${entry.value}`}
          onClick={onRename}
          className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 coarse:hidden max-sm:hidden"
        >
          <Pencil aria-hidden />
          Rename
        </Button>
        {entry.note && (
          <span className="shrink-0 text-xs tabular-nums text-muted-foreground">{entry.note}</span>
        )}
      </span>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button ref={menu} variant="ghost" size="icon-sm" aria-label={`More for ${entry.value}`}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-w-72">
          <DropdownMenuItem onSelect={onRename}>Rename</DropdownMenuItem>
          <DropdownMenuSeparator />
          {commands.map(({ label, describe, isDestructive, run }) => (
            <DropdownMenuItem key={label} onSelect={() => run(entry)}>
              <span>
                <span className={cn("block", isDestructive && "text-destructive")}>{label}</span>
                <span className="block text-xs text-muted-foreground">{describe(entry)}</span>
              </span>
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </li>
  );
}
