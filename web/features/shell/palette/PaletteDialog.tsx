import { Search } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";

const Palette = lazy(() => import("./Palette"));

type PaletteDialogProps = { onClose: () => void; onOpenTheme: () => void };

/**
 * The dialog around the palette, part of the shell's own code: its field takes the first keys while
 * the palette's code loads.
 */
export function PaletteDialog({ onClose, onOpenTheme }: PaletteDialogProps) {
  const [typed, setTyped] = useState("");
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        aria-describedby={undefined}
        // The fields focus themselves; Radix would select the text that was typed meanwhile.
        onOpenAutoFocus={(event) => event.preventDefault()}
        className="top-[max(1rem,10dvh)] max-h-[75dvh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0 [&>button]:top-2 coarse:[&>button]:top-0.5"
      >
        <DialogTitle className="sr-only">Search and go anywhere</DialogTitle>
        <Suspense fallback={<TypedAhead typed={typed} onType={setTyped} />}>
          <Palette typed={typed} onType={setTyped} onClose={onClose} onOpenTheme={onOpenTheme} />
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}

type TypedAheadProps = { typed: string; onType: (text: string) => void };

/** The palette's field before its code has loaded. */
function TypedAhead({ typed, onType }: TypedAheadProps) {
  return (
    <div className="flex items-center gap-2.5 px-4">
      <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <input
        autoFocus
        aria-label="Search and go anywhere"
        data-scans="search"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        className="h-12 min-w-0 flex-1 bg-transparent pr-8 outline-none focus-visible:ring-0 focus-visible:ring-offset-0"
      />
    </div>
  );
}
