import { ProgressBar } from "@/components/ProgressBar";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";
import { formatCount } from "#domain/common/formatCount";
import { countExpected, type StockTakeCounts } from "#domain/stockTakes/stockTake";

type FiguresProps = {
  counts: Readonly<StockTakeCounts>;
  /** The stock-take is closed: missing samples are final. */
  isOver: boolean;
};

/** The progress of the stock-take, and its findings so far. */
export function Figures({ counts, isOver }: FiguresProps) {
  const expected = countExpected(counts);
  const { found, missing, unexpected, unknown } = counts;
  return (
    <Card className="overflow-hidden">
      <dl aria-label="Figures" className="grid grid-cols-2 gap-px bg-border sm:grid-cols-4">
        <Figure label="Found" value={found} of={expected} />
        <Figure label="Missing" value={missing} isWrong={isOver} />
        <Figure label="Unexpected" value={unexpected} isWrong />
        <Figure label="Unknown number" value={unknown} isWrong />
      </dl>
      <ProgressBar
        label="Found"
        reached={found}
        total={expected}
        className="h-1.5 rounded-none"
        fillClassName="bg-status-transit"
      />
    </Card>
  );
}

type FigureProps = { label: string; value: number; of?: number; isWrong?: boolean };

function Figure({ label, value, of, isWrong = false }: FigureProps) {
  return (
    <div className="bg-card px-4 py-3">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd
        className={cn(
          "text-2xl font-semibold tabular-nums tracking-tight",
          isWrong && value > 0 && "text-destructive",
        )}
      >
        {formatCount(value)}
        {of !== undefined && (
          <span className="text-base font-normal text-muted-foreground"> of {formatCount(of)}</span>
        )}
      </dd>
    </div>
  );
}
