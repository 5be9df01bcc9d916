import { useState, type KeyboardEvent } from "react";
import { Command, CommandInput, CommandList } from "@/components/ui/command";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { useSamples } from "@/hooks/data/useSamples";
import { useScanner } from "@/hooks/keys/useScanner";
import { useOpenSheet } from "@/hooks/useSheet";
import { useViewer } from "@/hooks/data/useViewer";
import { endsCode } from "@/lib/keys/keyGate";
import { isNamedBy } from "#domain/identifiers/identifierLookup";
import { useOpenScanned } from "../useFindScanned";
import { PeopleItems } from "./PeopleItems";
import { recentSamples } from "./recentSamples";
import { SampleItems } from "./SampleItems";
import { ScreenItems } from "./ScreenItems";
import { useFoundSamples, useSamplesOf } from "./usePaletteSamples";

type PaletteProps = { onClose: () => void; onOpenTheme: () => void };

/**
 * Finds and opens a sample by any of its values, a person, or a screen. Without text it offers the
 * most recently opened samples and every screen. A scan opens its sample immediately.
 */
export default function Palette({ onClose, onOpenTheme }: PaletteProps) {
  const viewer = useViewer();
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const [recent] = useState(recentSamples);
  const source = useSamples("report", viewer, "everything");
  const lastOpened = useSamplesOf(source, recent);
  const found = useFoundSamples(source, text);
  const openScanned = useOpenScanned();
  const openSheet = useOpenSheet();
  useScanner((scanned) => {
    onClose();
    openScanned(scanned);
  });
  /** Enter after a code typed at human speed: opens exactly that sample, never a similar one. */
  const openCode = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !endsCode(event.nativeEvent)) return;
    event.preventDefault();
    const sample = found.rows.find((row) => isNamedBy(row, text));
    if (sample === undefined) return;
    onClose();
    openSheet(sample._id);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        aria-describedby={undefined}
        className="top-[max(1rem,10dvh)] max-h-[75dvh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0"
      >
        <DialogTitle className="sr-only">Search and go anywhere</DialogTitle>
        <Command label="Search and go anywhere" shouldFilter={false} onKeyDown={openCode}>
          <CommandInput
            data-scans="search"
            placeholder="A serial number, an IMEI, a model, a person, a screen…"
            value={typed}
            onValueChange={setTyped}
          />
          <CommandList label="Found">
            {text === "" ? (
              <SampleItems heading="Opened last" rows={lastOpened} onClose={onClose} />
            ) : (
              <SampleItems heading="Samples" {...found} search={text} onClose={onClose} />
            )}
            <ScreenItems text={text} onOpenTheme={onOpenTheme} onClose={onClose} />
            {text !== "" && <PeopleItems text={text} onClose={onClose} />}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
