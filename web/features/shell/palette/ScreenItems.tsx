import { useNavigate } from "@tanstack/react-router";
import { Palette } from "lucide-react";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { useViewer } from "@/hooks/data/useViewer";
import { wordsOf } from "#domain/common/fold";
import { matchWordPrefixes } from "#domain/people/nameSearch";
import { screensFor } from "../navigation";

type ScreenItemsProps = { text: string; onOpenTheme: () => void; onClose: () => void };

/** The screens whose names match the word prefixes in `text`; all screens if it is empty. */
export function ScreenItems({ text, onOpenTheme, onClose }: ScreenItemsProps) {
  const navigate = useNavigate();
  const { role } = useViewer();
  const isFound = (label: string) => text === "" || matchWordPrefixes(wordsOf(label), text);
  const screens = screensFor(role).filter(({ label }) => isFound(label));
  const hasAppearance = isFound("Appearance");
  if (screens.length === 0 && !hasAppearance) return null;
  return (
    <CommandGroup heading="Screens">
      {screens.map(({ label, to, icon: Icon, goKey }) => (
        <CommandItem
          key={to}
          value={to}
          onSelect={() => {
            onClose();
            void navigate({ to });
          }}
        >
          <Icon aria-hidden />
          <span className="flex-1">{label}</span>
          {goKey && <kbd className="font-mono text-2xs text-muted-foreground">g {goKey}</kbd>}
        </CommandItem>
      ))}
      {hasAppearance && (
        <CommandItem
          value="appearance"
          onSelect={() => {
            onClose();
            onOpenTheme();
          }}
        >
          <Palette aria-hidden />
          Appearance
        </CommandItem>
      )}
    </CommandGroup>
  );
}
