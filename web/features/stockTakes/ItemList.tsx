import { usePaginatedQuery } from "convex/react";
import { SelectedSteps } from "@/components/baskets/SelectedSteps";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "../../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";
import { MAX_BASKET } from "#domain/baskets/baskets";
import {
  ITEM_STATE_NAMES,
  ITEM_STATES,
  RIGHT_STEPS,
  type ItemState,
} from "#domain/stockTakes/stockTake";
import type { Actor } from "#domain/custody/workflow";
import { ItemRow } from "./ItemRow";
import type { StockTake } from "./types";

/** Lines per page; each is read with its sample on every change. */
const PAGE = 100;

type ItemListProps = {
  stockTake: StockTake;
  actor: Actor;
  state: ItemState;
  onState: (state: ItemState) => void;
};

/**
 * The lines in one state, live; findings can be added to the basket with the step that resolves
 * them.
 */
export function ItemList({ stockTake, actor, state, onState }: ItemListProps) {
  const { counts } = stockTake;
  const { results, status, loadMore } = usePaginatedQuery(
    api.stockTakes.items,
    { stockTakeId: stockTake._id, state },
    { initialNumItems: PAGE },
  );
  // Hides states without lines, except the main ones.
  const tabs = ITEM_STATE_NAMES.filter(
    (each) =>
      counts[each] > 0 || each === state || ["missing", "unexpected", "found"].includes(each),
  );
  const wrong = results.filter(({ isExplained }) => !isExplained);
  const there = wrong.flatMap(({ sample }) => sample ?? []);
  const samples = there.slice(0, MAX_BASKET);
  const isCut = there.length > MAX_BASKET;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 border-b p-2">
        <SegmentedControl
          label="Lines"
          options={tabs.map((each) => ({
            value: each,
            label: ITEM_STATES[each].label,
            badge: (
              <span className="text-xs tabular-nums text-muted-foreground">
                {formatCount(counts[each])}
              </span>
            ),
          }))}
          current={state}
          onChange={onState}
        />
        {(state === "missing" || state === "unexpected") && samples.length > 0 && (
          <div
            role="group"
            aria-label={
              samples.length === 1
                ? "Steps with this sample"
                : `Steps with ${isCut ? "the first" : "these"} ${samples.length} samples`
            }
            className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0"
          >
            <span className="text-xs text-muted-foreground tabular-nums">
              {samples.length === 1
                ? "This sample:"
                : `${isCut ? "The first" : "These"} ${samples.length}:`}
            </span>
            <SelectedSteps
              samples={samples}
              actor={actor}
              only={RIGHT_STEPS[state]}
              onTaken={() => undefined}
            />
          </div>
        )}
      </div>
      {status === "LoadingFirstPage" && <Skeleton aria-busy className="m-4 h-24" />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted-foreground">{EMPTY_TEXTS[state]}</p>
      )}
      <ul
        aria-label={ITEM_STATES[state].label}
        className="divide-y divide-border/60"
        translate="no"
      >
        {results.map((item) => (
          <ItemRow key={item._id} item={item} />
        ))}
      </ul>
      {status !== "LoadingFirstPage" && status !== "Exhausted" && (
        <div className="border-t p-3 text-center">
          <Button
            variant="outline"
            loading={status === "LoadingMore"}
            onClick={() => loadMore(PAGE)}
          >
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

const EMPTY_TEXTS: Record<ItemState, string> = {
  missing: "Nothing is missing.",
  unexpected: "Nothing was scanned that belongs elsewhere.",
  unknown: "No unknown number was scanned.",
  found: "Nothing has been found yet.",
  arrived: "Nothing arrived in the meantime.",
  moved: "Nothing left in the meantime.",
};
