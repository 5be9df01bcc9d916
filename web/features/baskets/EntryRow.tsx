import { CircleAlert, X } from "lucide-react";
import { DeviceLink } from "@/components/sample/DeviceLink";
import { PeopleInText } from "@/components/sample/PeopleInText";
import { PersonName } from "@/components/sample/Person";
import { StatusChip } from "@/components/StatusChip";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { pendingPerson } from "#domain/custody/workflow";
import { entryName, type BasketEntry, type SampleEntry } from "./basketEntries";

type EntryRowProps = {
  entry: BasketEntry;
  /** Labels of the possible steps on the sample. */
  nextSteps: readonly string[];
  /**
   * Changes whenever the value is scanned again, which makes the line flash; null if it was not.
   */
  repetition: number | null;
  onRemove: () => void;
};

/** One line of the basket: the sample of a value, or why the value has none. */
export function EntryRow({ entry, nextSteps, repetition, onRemove }: EntryRowProps) {
  return (
    <li
      data-repeated={repetition ?? undefined}
      className="relative flex min-h-12 scroll-my-24 items-center gap-3 py-1.5 pl-4 pr-2"
    >
      {repetition !== null && (
        <span
          key={repetition}
          aria-hidden
          className="pointer-events-none absolute inset-0 animate-glow"
        />
      )}
      {entry.kind === "sample" ? (
        <SampleLine entry={entry} nextSteps={nextSteps} />
      ) : (
        <div className="min-w-0 flex-1">
          <p className="truncate font-mono text-xs font-medium">{entry.values[0]}</p>
          {entry.kind === "searching" ? (
            <Skeleton className="mt-1.5 h-3 w-40" />
          ) : (
            <Trouble>{entry.advice}</Trouble>
          )}
        </div>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Remove ${entryName(entry)}`}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}

function SampleLine({
  entry: { sample, refused },
  nextSteps,
}: {
  entry: SampleEntry;
  nextSteps: readonly string[];
}) {
  const awaited = pendingPerson(sample);
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-x-2 text-sm font-medium max-sm:flex-col">
            <DeviceLink sample={sample} className="max-w-full truncate" />
            {/* The name may be truncated, the serial number must not: only the number distinguishes
                devices. */}
            <span className="shrink-0 font-mono text-xs font-normal text-muted-foreground">
              {sample.serialNumber}
            </span>
          </p>
          {refused === null && (
            <p className="truncate text-xs text-muted-foreground">
              <PersonName email={sample.samplmanag} />
              {awaited !== undefined && (
                <>
                  {" → "}
                  <PersonName email={awaited} />
                </>
              )}
              {nextSteps.length > 0 && ` · next: ${nextSteps.join(", ")}`}
            </p>
          )}
        </div>
        <StatusChip status={sample.status} className="shrink-0" />
      </div>
      {refused !== null && <Trouble>{refused}</Trouble>}
    </div>
  );
}

function Trouble({ children }: { children: string }) {
  return (
    <p className="mt-0.5 flex items-start gap-1.5 text-xs text-destructive">
      <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
      <span>
        <PeopleInText>{children}</PeopleInText>
      </span>
    </p>
  );
}
