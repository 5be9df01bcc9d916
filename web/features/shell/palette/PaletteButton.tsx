import { Search } from "lucide-react";
import { Button } from "@/components/ui/button";
import { isMac } from "./usePaletteKeys";

/** The top bar's search field, which opens the palette. An icon on a phone. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button
      variant="outline"
      aria-label="Search and go anywhere"
      aria-keyshortcuts="Control+K Meta+K"
      className="font-normal text-muted-foreground shadow-none max-sm:size-10 max-sm:border-0 max-sm:px-0 sm:w-64 sm:justify-start coarse:max-sm:size-11"
      onClick={onOpen}
    >
      <Search aria-hidden />
      <span aria-hidden className="flex-1 text-left max-sm:hidden">
        Search…
      </span>
      <kbd aria-hidden className="rounded border bg-muted px-1.5 font-mono text-2xs max-sm:hidden">
        {isMac() ? "⌘K" : "Ctrl K"}
      </kbd>
    </Button>
  );
}
