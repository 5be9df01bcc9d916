import { CommandGroup, CommandItem } from "@/components/ui/command";
import type { PaletteAction } from "./useActions";

/** The screens, then the commands. */
export function ActionItems({ actions }: { actions: readonly PaletteAction[] }) {
  return (["Screens", "Commands"] as const).map((heading) => {
    const listed = actions.filter(({ group }) => group === heading);
    if (listed.length === 0) return null;
    return (
      <CommandGroup key={heading} heading={heading}>
        {listed.map(({ id, label, icon: Icon, keys, run }) => (
          <CommandItem key={id} value={id} onSelect={run}>
            <Icon aria-hidden />
            <span className="flex-1">{label}</span>
            {keys && <kbd className="font-mono text-2xs text-muted-foreground">{keys}</kbd>}
          </CommandItem>
        ))}
      </CommandGroup>
    );
  });
}
