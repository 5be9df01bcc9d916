import { useQuery } from "convex/react";
import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import type { Item } from "./types";
import { StockTakeRecord } from "./StockTakeRecord";
import { useAllItems } from "./useAllItems";

/** The printable record of a stock-take. The print dialog opens once all its lines are loaded. */
export function RecordScreen({ stockTakeId }: { stockTakeId: string }) {
  const stockTake = useQuery(api.stockTakes.get, { stockTakeId });
  const { items, error } = useItemsOnce(stockTakeId);
  const isWhole = items !== null && stockTake !== undefined;
  return (
    <>
      <div className="no-print">
        <PageHeader
          title="Record of a stock-take"
          description="Print it, or save it as a PDF from the print dialog."
          back="/private/stocktakes"
          actions={
            <>
              <Button disabled={!isWhole} onClick={() => window.print()}>
                <Printer aria-hidden />
                Print
              </Button>
            </>
          }
        />
        <RefusalBanner message={error} />
      </div>
      {isWhole && <StockTakeRecord stockTake={stockTake} items={items} />}
      {!isWhole && error === null && <Skeleton aria-busy className="h-[60dvh] max-w-3xl" />}
    </>
  );
}

/** All lines, read once: a record does not change. */
function useItemsOnce(stockTakeId: string) {
  const itemsOf = useAllItems(stockTakeId);
  const [items, setItems] = useState<readonly Item[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const reading = new AbortController();
    const read = async () => {
      const all: Item[] = [];
      for await (const page of itemsOf(reading.signal)) all.push(...page);
      return all;
    };
    void attempt(read()).then((outcome) => {
      if (reading.signal.aborted) return;
      if (outcome.ok) setItems(outcome.value);
      else setError(outcome.message);
    });
    return () => reading.abort();
  }, [itemsOf]);
  return { items, error };
}
