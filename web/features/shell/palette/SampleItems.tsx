import { useNavigate } from "@tanstack/react-router";
import { Sheet } from "lucide-react";
import { Marked, SearchWordsContext } from "@/components/data-table/search/Marked";
import { PersonName } from "@/components/sample/Person";
import { possibleSteps, STEP_ICONS, STEP_PATHS } from "@/components/sample/steps";
import { StatusChip } from "@/components/StatusChip";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { useOpenSheet } from "@/hooks/useSheet";
import { useViewer } from "@/hooks/data/useViewer";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { formatCount } from "#domain/common/formatCount";
import type { SampleRow } from "#domain/samples/compactRows";
import { deviceName } from "#domain/samples/deviceName";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import { searchWords } from "#domain/identifiers/identifierLookup";
import { groupImei } from "#domain/identifiers/imei";

type SampleItemsProps = {
  heading: string;
  rows: readonly SampleRow[];
  /** Number of matching samples, including `rows`. */
  total?: number;
  /** The search text. */
  search?: string;
  onClose: () => void;
};

/**
 * Samples to open, with their holders. A single result is followed by its steps; several by a link
 * to all results.
 */
export function SampleItems({
  heading,
  rows,
  total = rows.length,
  search = "",
  onClose,
}: SampleItemsProps) {
  const openSheet = useOpenSheet();
  const navigate = useNavigate();
  const [only] = rows;
  if (only === undefined) return null;
  return (
    <SearchWordsContext value={searchWords(search)}>
      <CommandGroup heading={heading}>
        {rows.map((sample) => (
          <CommandItem
            key={sample._id}
            value={sample._id}
            onSelect={() => {
              onClose();
              openSheet(sample._id);
            }}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">
                <Marked>{deviceName(sample)}</Marked>
              </span>
              <span className="block truncate text-xs text-muted-foreground">
                <span className="font-mono">
                  <Marked>{shownIdentifier(sample, search)}</Marked>
                </span>{" "}
                · <PersonName email={sample.samplmanag} />
              </span>
            </span>
            <StatusChip status={sample.status} />
          </CommandItem>
        ))}
        {search !== "" && total === 1 && <StepItems sample={only} onClose={onClose} />}
        {total > rows.length && (
          <CommandItem
            value="all samples"
            onSelect={() => {
              onClose();
              void navigate({ to: "/private/reportfs", search: { q: search } });
            }}
          >
            <Sheet aria-hidden />
            All {formatCount(total)} samples found
          </CommandItem>
        )}
      </CommandGroup>
    </SearchWordsContext>
  );
}

/** The IMEI that the search matches, else the serial number. */
function shownIdentifier({ serialNumber, imei1, imei2 }: SampleRow, search: string): string {
  const digits = searchWords(search).find((word) => /^\d+$/.test(word));
  if (digits === undefined || serialNumber.includes(digits)) return serialNumber;
  const imei = [imei1, imei2].find((each) => each.includes(digits));
  return imei === undefined ? serialNumber : `IMEI ${groupImei(imei)}`;
}

function StepItems({ sample, onClose }: { sample: SampleRow; onClose: () => void }) {
  const navigate = useNavigate();
  return possibleSteps(sample, useViewer()).map((step) => {
    const Icon = STEP_ICONS[step];
    return (
      <CommandItem
        key={step}
        value={step}
        onSelect={() => {
          onClose();
          void navigate({ to: STEP_PATHS[step], params: { id: sample._id }, state: OPENED_HERE });
        }}
      >
        <Icon aria-hidden />
        {STEP_TEXTS[step].button} {sample.serialNumber}
      </CommandItem>
    );
  });
}
