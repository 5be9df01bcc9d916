import type { FunctionReturnType } from "convex/server";
import { CircleAlert, CircleCheck } from "lucide-react";
import { SerialLink } from "@/components/sample/SerialLink";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { api } from "../../../convex/_generated/api";

type Result = NonNullable<FunctionReturnType<typeof api.baskets.progress>>["results"][number];

type OutcomesProps = {
  results: readonly Result[];
  /** Puts the refused ones into a new basket; null while there may be more of them. */
  onTakeAgain: (() => void) | null;
};

/** What became of each sample: the refused ones first, by reason; those done with the newest first. */
export function Outcomes({ results, onTakeAgain }: OutcomesProps) {
  const refused = results.filter(({ outcome }) => outcome === "refused");
  const done = results.filter(({ outcome }) => outcome === "done").reverse();
  const byReason = new Map<string, Result[]>();
  for (const result of refused) {
    const { reason = "" } = result;
    byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  return (
    <>
      {refused.length > 0 && (
        <Card>
          <section aria-label="Refused">
            <header className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b px-4 py-1.5">
              <h2 className="flex items-center gap-2 text-sm font-semibold tabular-nums">
                <CircleAlert className="size-4 text-destructive" aria-hidden />
                {refused.length} refused
              </h2>
              {onTakeAgain && (
                <Button size="sm" variant="outline" onClick={onTakeAgain}>
                  Put them into the basket again
                </Button>
              )}
            </header>
            <dl className="divide-y divide-border/60">
              {[...byReason].map(([reason, samples]) => (
                <div key={reason} className="px-4 py-2.5">
                  <dt className="text-sm">{reason}</dt>
                  <dd className="mt-1">
                    <Serials results={samples} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </Card>
      )}
      {done.length > 0 && (
        <Card>
          <section aria-label="Done">
            <h2 className="flex min-h-11 items-center gap-2 border-b px-4 text-sm font-semibold tabular-nums">
              <CircleCheck className="size-4 text-success-foreground" aria-hidden />
              {done.length} done
            </h2>
            <div className="px-4 py-3">
              <Serials results={done} />
            </div>
          </section>
        </Card>
      )}
    </>
  );
}

/** Those that the reader may see; of the others there is only a number. */
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
