import { Link } from "@tanstack/react-router";
import { useMutation, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ShoppingBasket } from "lucide-react";
import { useEffect, useMemo } from "react";
import { jobName, outcomeWords } from "@/components/baskets/stepWords";
import { PageHeader } from "@/components/pages/PageHeader";
import { ProgressBar } from "@/components/ProgressBar";
import { RunSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";
import { countOutcomes } from "#domain/baskets/baskets";
import { countedSamples } from "#domain/custody/stepTexts";
import { AbsentBasket } from "./RunScreen";
import { StopButton } from "./StopButton";
import { UndoBasket } from "./UndoBasket";

type Job = NonNullable<FunctionReturnType<typeof api.baskets.progress>>;
type Part = Job & { readonly basketId: string };

type PartsScreenProps = {
  /** The baskets of one large hand-over, in order. */
  basketIds: readonly string[];
  /** Returns to filling a basket. */
  onLeave: () => void;
  /** Opens one basket. */
  onOpen: (basketId: string) => void;
};

/** Shows the live progress of a hand-over in several baskets, with links to their results. */
export function PartsScreen({ basketIds, onLeave, onOpen }: PartsScreenProps) {
  const parts = useParts(basketIds);
  useSeen(parts ?? []);
  if (parts === undefined) return <RunSkeleton />;
  if (parts.length === 0) return <AbsentBasket onLeave={onLeave} />;
  const total = sum(parts.map((part) => part.total));
  const results = parts.flatMap((part) => part.results);
  const counts = countOutcomes(results);
  const running = parts.filter(({ finished }) => !finished);
  const title = `Receipt of ${countedSamples(total)}`;
  return (
    <>
      <PageHeader
        title={title}
        description="In parts of up to 300 samples, one after another."
        actions={
          running.length > 0 ? (
            <StopButton
              basketIds={running.map(({ basketId }) => basketId)}
              left={total - results.length}
            />
          ) : (
            <Button variant="outline" onClick={onLeave}>
              <ShoppingBasket aria-hidden />
              Next basket
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-4">
        <Card className="flex flex-col gap-3 p-4">
          <ProgressBar label={title} reached={results.length - counts.left} total={total} />
          <p role="status" className="text-sm tabular-nums">
            {running.length === 0 ? (
              <strong className="font-semibold">
                {counts.left > 0 ? "Stopped" : "Finished"}: {outcomeWords(counts)}.
              </strong>
            ) : (
              <>
                <strong className="font-semibold">
                  {results.length} of {total}
                </strong>
                {counts.refused > 0 && `, ${counts.refused} refused`}. It continues if you leave
                this page.
              </>
            )}
          </p>
        </Card>
        <Card className="overflow-hidden">
          <ol aria-label="Parts" className="divide-y divide-border/60">
            {parts.map((part) => (
              <PartRow key={part.basketId} part={part} onOpen={onOpen} />
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}

function progressText(settled: number): string {
  return settled === 0 ? "Waiting" : `${settled} so far`;
}

function PartRow({ part, onOpen }: { part: Part; onOpen: (basketId: string) => void }) {
  const { basketId, settled, results, finished, finishedAt } = part;
  const counts = countOutcomes(results);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <span className="font-medium">{jobName(part)}</span>
      <span className="min-w-0 flex-1 basis-44 tabular-nums text-muted-foreground">
        {finished ? outcomeWords(counts) : progressText(settled)}
      </span>
      <div className="flex gap-2">
        {finishedAt !== undefined && counts.done > 0 && (
          <UndoBasket basketId={basketId} finishedAt={finishedAt} onStarted={onOpen} size="sm" />
        )}
        <Button asChild variant="outline" size="sm">
          <Link to="/private/basket" search={{ job: basketId }}>
            Results
          </Link>
        </Button>
      </div>
    </li>
  );
}

/**
 * Returns the progress of each basket, without those that do not belong to the reader; undefined
 * until all are loaded.
 *
 * @throws the server's refusal during rendering, for the route's error screen
 */
function useParts(basketIds: readonly string[]): Part[] | undefined {
  const queries = useMemo(
    () =>
      Object.fromEntries(
        basketIds.map((basketId) => [
          basketId,
          { query: api.baskets.progress, args: { basketId } },
        ]),
      ),
    [basketIds],
  );
  const answers: Record<string, Job | null | undefined | Error> = useQueries(queries);
  const parts: Part[] = [];
  for (const basketId of basketIds) {
    const job = answers[basketId];
    if (job instanceof Error) throw job;
    if (job === undefined) return undefined;
    if (job !== null) parts.push({ ...job, basketId });
  }
  return parts;
}

/** Marks finished parts as seen: they need no notice while this page shows them. */
function useSeen(parts: readonly Part[]): void {
  const markSeen = useMutation(api.baskets.markSeen);
  const finished = parts.flatMap((part) => (part.finished ? part.basketId : [])).join();
  useEffect(() => {
    for (const basketId of finished.split(",")) {
      if (basketId !== "") void markSeen({ basketId });
    }
  }, [finished, markSeen]);
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
