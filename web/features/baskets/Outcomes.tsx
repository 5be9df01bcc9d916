import type { FunctionReturnType } from "convex/server";
import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";
import type { ReactNode } from "react";
import { PeopleInText } from "@/components/sample/PeopleInText";
import { SerialLink } from "@/components/sample/SerialLink";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { api } from "../../../convex/_generated/api";
import { basketValue, type BasketOutcome } from "#domain/baskets/baskets";

type Result = NonNullable<FunctionReturnType<typeof api.baskets.progress>>["results"][number];

type OutcomesProps = {
  results: readonly Result[];
  /** Adds these samples to a new basket; null while more results may follow. */
  onTakeAgain: ((values: readonly string[]) => void) | null;
};

/** The heading of each outcome; those that need attention come first. */
const SECTIONS = {
  refused: { name: "Refused", icon: <CircleAlert className="size-4 text-destructive" /> },
  left: { name: "Not done", icon: <CirclePause className="size-4 text-warning-foreground" /> },
  done: { name: "Done", icon: <CircleCheck className="size-4 text-success-foreground" /> },
} as const satisfies Record<BasketOutcome, { name: string; icon: ReactNode }>;

/** Lists the result of each sample: refused ones grouped by reason, completed ones newest first. */
export function Outcomes({ results, onTakeAgain }: OutcomesProps) {
  const withOutcome = (wanted: BasketOutcome) =>
    results.filter(({ outcome }) => outcome === wanted);
  return (
    <>
      <Section outcome="refused" results={withOutcome("refused")} onTakeAgain={onTakeAgain} />
      <Section outcome="left" results={withOutcome("left")} onTakeAgain={onTakeAgain} />
      <Section outcome="done" results={withOutcome("done").reverse()} onTakeAgain={null} />
    </>
  );
}

function Section({ outcome, results, onTakeAgain }: OutcomesProps & { outcome: BasketOutcome }) {
  if (results.length === 0) return null;
  const { name, icon } = SECTIONS[outcome];
  const byReason = new Map<string, Result[]>();
  for (const result of results) {
    const { reason = "" } = result;
    byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  return (
    <Card className="no-print">
      <section aria-label={name}>
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b px-4 py-1.5">
          <h2 className="flex items-center gap-2 text-sm font-semibold tabular-nums">
            <span aria-hidden>{icon}</span>
            {results.length} {name.toLowerCase()}
          </h2>
          {onTakeAgain && (
            <Button size="sm" variant="outline" onClick={() => onTakeAgain(results.map(valueOf))}>
              Put them back into the basket
            </Button>
          )}
        </header>
        <dl className="divide-y divide-border/60">
          {[...byReason].map(([reason, samples]) => (
            <div key={reason} className="px-4 py-2.5">
              <dt className={reason === "" ? "sr-only" : "mb-1 text-sm"}>
                <PeopleInText>{reason || name}</PeopleInText>
              </dt>
              <dd>
                <Serials results={samples} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  );
}

/** The value that identifies this sample in a new basket. */
function valueOf({ sampleId, serialNumber }: Result): string {
  return serialNumber === "" ? sampleId : basketValue({ _id: sampleId, serialNumber });
}

/** Lists the serial numbers visible to the reader, and counts the others. */
function Serials({ results }: { results: readonly Result[] }) {
  const named = results.filter(({ serialNumber }) => serialNumber !== "");
  const unnamed = results.length - named.length;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
      {named.map(({ sampleId, serialNumber }) => (
        <li key={sampleId}>
          <SerialLink sampleId={sampleId} serialNumber={serialNumber} />
        </li>
      ))}
      {unnamed > 0 && (
        <li className="text-xs text-muted-foreground">
          {unnamed === 1 ? "1 sample" : `${unnamed} samples`}
        </li>
      )}
    </ul>
  );
}
