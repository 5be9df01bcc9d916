import { Link } from "@tanstack/react-router";
import { usePaginatedQuery } from "convex/react";
import { ClipboardCheck, Plus } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { PagedList } from "@/components/PagedList";
import { PageHeader } from "@/components/pages/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { PersonName } from "@/components/sample/Person";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";
import { countExpected, STOCK_TAKE_LABELS } from "#domain/stockTakes/stockTake";
import type { Actor } from "#domain/custody/workflow";
import { NewStockTake } from "./NewStockTake";
import { RuleText } from "./RuleText";
import type { StockTakeSummary } from "./types";

const PAGE = 20;

type StockTakesScreenProps = {
  actor: Actor;
  /** Shows open stock-takes, or else ended ones. */
  isOpen: boolean;
  onPart: (isOpen: boolean) => void;
};

/** The stock-takes in which the reader participates; for an admin, all. */
export function StockTakesScreen({ actor, isOpen, onPart }: StockTakesScreenProps) {
  const [isAsking, setAsking] = useState(false);
  const pages = usePaginatedQuery(api.stockTakes.list, { isOpen }, { initialNumItems: PAGE });
  const isEmpty = pages.results.length === 0 && pages.status !== "LoadingFirstPage";
  const newButton = (
    <Button onClick={() => setAsking(true)}>
      <Plus aria-hidden />
      New stock-take
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Stock-take"
        description="Scan a shelf and compare it with the records: what is there, what is missing, and what belongs elsewhere."
        // An empty list offers it in its middle.
        actions={!(isOpen && isEmpty) && newButton}
        className="max-w-4xl"
      />
      <div className="mb-3 flex">
        <SegmentedControl
          label="Stock-takes"
          options={[
            { value: "open", label: "Open" },
            { value: "over", label: "Closed" },
          ]}
          current={isOpen ? "open" : "over"}
          onChange={(part) => onPart(part === "open")}
        />
      </div>
      <Card className="max-w-4xl">
        <PagedList
          pages={pages}
          pageSize={PAGE}
          more="Show older ones"
          empty={
            <EmptyState
              icon={ClipboardCheck}
              title={isOpen ? "No open stock-takes" : "No closed stock-takes yet"}
              action={isOpen && newButton}
            >
              {isOpen
                ? "Start one for a place, a person or a list of numbers. Colleagues can scan the same shelf with you."
                : "Closed stock-takes stay here as permanent records."}
            </EmptyState>
          }
        >
          {pages.results.map((stockTake) => (
            <StockTakeLine key={stockTake._id} {...stockTake} />
          ))}
        </PagedList>
      </Card>
      {isAsking && <NewStockTake actor={actor} onClose={() => setAsking(false)} />}
    </>
  );
}

function StockTakeLine({ _id, name, state, rule, openedBy, openedAt, counts }: StockTakeSummary) {
  const expected = countExpected(counts);
  const wrong = counts.unexpected + counts.unknown;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 text-sm sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
          <Link
            to="/private/stocktake/$id"
            params={{ id: _id }}
            className="underline-offset-4 hover:underline coarse:min-h-11 coarse:py-3"
          >
            {name}
          </Link>
          {state !== "open" && <Badge>{STOCK_TAKE_LABELS[state]}</Badge>}
        </p>
        <p className="text-xs text-muted-foreground">
          <RuleText rule={rule} /> · opened by <PersonName email={openedBy} />{" "}
          <RelativeTime at={openedAt} />
        </p>
      </div>
      <p className="tabular-nums">
        {counts.found} of {expected} found
        {wrong > 0 && (
          <span className="text-destructive">
            , {wrong} {wrong === 1 ? "does" : "do"} not belong
          </span>
        )}
      </p>
    </li>
  );
}
