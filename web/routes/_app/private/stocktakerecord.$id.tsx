import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/pages/ErrorState";
import { RecordScreen } from "@/features/stockTakes/RecordScreen";

export const Route = createFileRoute("/_app/private/stocktakerecord/$id")({
  component: Record,
  errorComponent: RouteError,
});

function Record() {
  const { id } = Route.useParams();
  return <RecordScreen key={id} stockTakeId={id} />;
}
