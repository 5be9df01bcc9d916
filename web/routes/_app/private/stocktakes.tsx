import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { RouteError } from "@/components/RouteError";
import { StockTakesScreen } from "@/features/stocktake/StockTakesScreen";
import { useViewer } from "@/hooks/useViewer";

export const Route = createFileRoute("/_app/private/stocktakes")({
  /** `part`: those that are over; absent: those under way. */
  validateSearch: z.object({ part: z.literal("over").optional().catch(undefined) }),
  component: StockTakes,
  errorComponent: RouteError,
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
