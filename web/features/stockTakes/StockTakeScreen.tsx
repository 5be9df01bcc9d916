import { useQuery } from "convex/react";
import { PageHeader } from "@/components/pages/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { PersonName } from "@/components/sample/Person";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useMediaQuery } from "@/hooks/useMediaQuery";
import { cn, FORCED_FILL } from "@/lib/utils";
import { api } from "../../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";
import {
  countExpected,
  ITEM_STATE_NAMES,
  STOCK_TAKE_LABELS,
  type ItemState,
} from "#domain/stockTakes/stockTake";
import type { Actor } from "#domain/custody/workflow";
import { Figures } from "./Figures";
import { ItemList } from "./ItemList";
import { RuleText } from "./RuleText";
import type { StockTake } from "./types";
import { ScanPanel } from "./ScanPanel";
import { StockTakeActions } from "./StockTakeActions";

type StockTakeScreenProps = {
  actor: Actor;
  stockTakeId: string;
  /** The state of the shown lines; any other text means the first state. */
  lines: string | undefined;
  onLines: (lines: ItemState) => void;
};

/** One stock-take: the scan screen while it is open, its record afterwards. */
export function StockTakeScreen({ actor, stockTakeId, lines, onLines }: StockTakeScreenProps) {
  const stockTake = useQuery(api.stockTakes.get, { stockTakeId });
  // On a phone the field comes first, and the closing actions are in a sticky footer.
  const isPhone = useMediaQuery("(max-width: 639px)");
  if (stockTake === undefined) return <StockTakeSkeleton />;
  const { state, name, counts } = stockTake;
  const shown = ITEM_STATE_NAMES.find((each) => each === lines) ?? "missing";
  return (
    <>
      <PageHeader
        title={name}
        description={<Description stockTake={stockTake} />}
        actions={!isPhone && <StockTakeActions stockTake={stockTake} />}
      />
      <div className="flex flex-col gap-4">
        {state === "open" && <ScanPanel stockTakeId={stockTakeId} owner={actor.email} />}
        {(state === "preparing" || state === "closing") && <Progress stockTake={stockTake} />}
        <Figures counts={counts} isOver={!isUnderWay(stockTake)} />
        {state !== "preparing" && (
          <ItemList stockTake={stockTake} actor={actor} state={shown} onState={onLines} />
        )}
      </div>
      {isPhone && (
        <footer className="sticky bottom-[var(--bottom-bar,0px)] z-10 -mx-4 mt-4 flex flex-wrap justify-end gap-2 border-t bg-card px-4 py-2 empty:hidden">
          <StockTakeActions stockTake={stockTake} />
        </footer>
      )}
    </>
  );
}

const isUnderWay = ({ state }: StockTake) => state === "open" || state === "preparing";

function Description({ stockTake }: { stockTake: StockTake }) {
  const { state, rule, openedBy, openedAt, endedBy, endedAt } = stockTake;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge variant={state === "open" ? "success" : "secondary"}>{STOCK_TAKE_LABELS[state]}</Badge>
      <span>
        <RuleText rule={rule} /> · opened by <PersonName email={openedBy} />{" "}
        <RelativeTime at={openedAt} />
        {endedBy !== undefined && endedAt !== undefined && (
          <>
            {" · "}
            {STOCK_TAKE_LABELS[state].toLowerCase()} by <PersonName email={endedBy} />{" "}
            <RelativeTime at={endedAt} />
          </>
        )}
      </span>
    </span>
  );
}

function Progress({ stockTake: { state, counts } }: { stockTake: StockTake }) {
  const expected = formatCount(countExpected(counts));
  return (
    <Card className="overflow-hidden">
      <div role="status" className="p-4 text-sm">
        {state === "preparing"
          ? `Listing the expected samples: ${expected} so far. This continues if you leave the page.`
          : "Comparing with the records one last time. This continues if you leave the page."}
      </div>
      <div aria-hidden className="h-1 bg-muted">
        <div className={cn("h-full w-1/3 animate-progress bg-primary", FORCED_FILL)} />
      </div>
    </Card>
  );
}

function StockTakeSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-12 w-72" />
      <Skeleton className="h-32" />
      <Skeleton className="h-20" />
      <Skeleton className="h-64" />
    </div>
  );
}
