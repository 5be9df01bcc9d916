import { memo, useEffect, useRef, useState, type ReactNode } from "react";
import { possibleSteps } from "@/components/sample/steps";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useIsPhone } from "@/hooks/useMediaQuery";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import type { Actor, Custody } from "#domain/custody/workflow";
import { EntryRow } from "./EntryRow";
import { needsAttention, type BasketEntry } from "./basketEntries";
import type { Repeated } from "./useAdditions";

/** Maximum number of invalid lines shown, so that they do not push valid ones off the screen. */
const MAX_TROUBLED = 5;
/** Maximum number of valid lines shown on a phone, whose form follows below them. */
const MAX_ON_PHONE = 8;

type BasketEntryListProps = {
  entries: readonly BasketEntry[];
  actor: Actor;
  /** Without a chosen step, each line lists its possible steps. */
  isStepChosen: boolean;
  /** Lines that the latest scan repeated: they flash and scroll into view. */
  repeated: Repeated | null;
  onRemove: (entries: readonly BasketEntry[]) => void;
};

/**
 * Lists the basket: lines that cannot be handed over first, with the reason, then the others.
 * Memoized, because up to 300 lines would otherwise re-render on every keystroke.
 */
export const BasketEntryList = memo(function BasketEntryList({
  entries,
  actor,
  isStepChosen,
  repeated,
  onRemove,
}: BasketEntryListProps) {
  const troubled = entries.filter(needsAttention);
  const fine = entries.filter((entry) => !needsAttention(entry));
  const isPhone = useIsPhone();
  const listRef = useRef<HTMLDivElement>(null);
  const repetition = repeated?.number;
  useEffect(() => {
    if (repetition === undefined) return;
    listRef.current?.querySelector("[data-repeated]")?.scrollIntoView({ block: "nearest" });
  }, [repetition]);
  const isRepeated = (entry: BasketEntry) => repeated?.entries.includes(entry) ?? false;
  const row = (entry: BasketEntry) => (
    <EntryRow
      key={entry.values.at(-1)}
      entry={entry}
      nextSteps={isStepChosen || entry.kind !== "sample" ? [] : nextSteps(entry.sample, actor)}
      repetition={isRepeated(entry) ? (repeated?.number ?? null) : null}
      onRemove={() => onRemove([entry])}
    />
  );
  return (
    <div ref={listRef} className="flex flex-col gap-4">
      {troubled.length > 0 && (
        <Section
          title={`${troubled.length} not included`}
          action="Remove these"
          onAction={() => onRemove(troubled)}
          entries={troubled}
          // A line that was scanned again flashes, so it is never hidden.
          isShown={(entry, index) => index < MAX_TROUBLED || isRepeated(entry)}
          renderRow={row}
        />
      )}
      {fine.length > 0 && (
        <Section
          title={fine.length === 1 ? "1 sample" : `${fine.length} samples`}
          action="Empty the basket"
          onAction={() => onRemove(entries)}
          entries={fine}
          isShown={(entry, index) => !isPhone || index < MAX_ON_PHONE || isRepeated(entry)}
          renderRow={row}
        />
      )}
    </div>
  );
});

function nextSteps(sample: Custody, actor: Actor): string[] {
  return possibleSteps(sample, actor).map((step) => STEP_TEXTS[step].button);
}

type SectionProps = {
  title: string;
  action: string;
  onAction: () => void;
  entries: readonly BasketEntry[];
  /** False for an entry that is hidden until the viewer asks for all. */
  isShown: (entry: BasketEntry, index: number) => boolean;
  renderRow: (entry: BasketEntry) => ReactNode;
};

function Section({ title, action, onAction, entries, isShown, renderRow }: SectionProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const shown = isAllShown ? entries : entries.filter(isShown);
  const hidden = entries.length - shown.length;
  return (
    <Card className="overflow-hidden">
      <section aria-label={title}>
        <header className="flex min-h-11 items-center justify-between gap-3 border-b py-1 pl-4 pr-2">
          <h2 className="text-sm font-semibold tabular-nums">{title}</h2>
          <Button variant="ghost" size="sm" onClick={onAction}>
            {action}
          </Button>
        </header>
        <ul className="divide-y divide-border/60">
          {shown.map(renderRow)}
          {hidden > 0 && (
            <li className="px-2 py-1">
              <Button variant="link" size="sm" onClick={() => setIsAllShown(true)}>
                Show {hidden} more
              </Button>
            </li>
          )}
        </ul>
      </section>
    </Card>
  );
}
