import { createFileRoute } from "@tanstack/react-router";
import { StockTakesScreen } from "@/features/stockTakes/StockTakesScreen";
import { useViewer } from "@/hooks/data/useViewer";
import { oneOf, searchParams } from "@/lib/searchParams";

export const Route = createFileRoute("/_app/private/stocktakes")({
  /** `part`: `over` for closed stock-takes; undefined for open ones. */
  validateSearch: searchParams({ part: oneOf(["over"]) }),
  component: StockTakes,
});

function StockTakes() {
  const { part } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StockTakesScreen
      actor={useViewer()}
      isOpen={part === undefined}
      onPart={(isOpen) => void navigate({ search: { part: isOpen ? undefined : "over" } })}
    />
  );
}
