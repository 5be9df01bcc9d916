import { ClipboardCheck } from "lucide-react";
import { useState } from "react";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import { NameDialog, useNameForm } from "@/components/NameDialog";
import { Button } from "@/components/ui/button";
import type { ScopeChoice } from "@/lib/tables/sampleStore";
import { viewState } from "#domain/samples/savedViews";
import { MAX_STOCK_TAKE_NAME } from "#domain/stockTakes/stockTake";
import type { TableQuery } from "#domain/tables/tableFilters";
import { useOpenStockTake } from "./useOpenStockTake";

type StockTakeButtonProps = {
  choice: Exclude<ScopeChoice, "addressed" | "overdue">;
  /** The active filters. */
  query: TableQuery;
  /** The same filters as search parameters. */
  state: Readonly<Record<string, unknown>>;
};

/** Opens a stock-take of the samples that a list's filters show. */
export function StockTakeButton(props: StockTakeButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        aria-label="Stock-take of these"
        title="Stock-take of these"
        onClick={() => setAsking(true)}
      >
        <ClipboardCheck aria-hidden />
        Stock-take
      </Button>
      {isAsking && <StockTakeOfThese {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function StockTakeOfThese({
  choice,
  query,
  state,
  onClose,
}: StockTakeButtonProps & { onClose: () => void }) {
  const { open, waitingId } = useOpenStockTake(onClose);
  const { dialog } = useNameForm({ name: "" }, ({ name }) => {
    const filters = { scope: choice, state: viewState(state), query: serverQuery(query) };
    return open(name, { kind: "filter", ...filters });
  });
  return (
    <NameDialog
      title="Stock-take of these"
      description="Counts the samples that match the filters now and are Registered or In Use."
      form={dialog}
      maxLength={MAX_STOCK_TAKE_NAME}
      submit="Start count"
      waitingId={waitingId}
      onClose={onClose}
    />
  );
}
