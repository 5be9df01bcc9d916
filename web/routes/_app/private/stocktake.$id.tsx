import { createFileRoute } from "@tanstack/react-router";
import { StockTakeScreen } from "@/features/stockTakes/StockTakeScreen";
import { useViewer } from "@/hooks/data/useViewer";
import { searchParams, text } from "@/lib/searchParams";

export const Route = createFileRoute("/_app/private/stocktake/$id")({
  /** `lines`: the state of the lines to show. */
  validateSearch: searchParams({ lines: text() }),
  component: StockTake,
});

function StockTake() {
  const { id } = Route.useParams();
  const { lines } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StockTakeScreen
      key={id}
      actor={useViewer()}
      stockTakeId={id}
      lines={lines}
      onLines={(next) => void navigate({ search: { lines: next }, replace: true })}
    />
  );
}
