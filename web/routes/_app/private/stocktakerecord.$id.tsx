import { createFileRoute } from "@tanstack/react-router";
import { RecordScreen } from "@/features/stockTakes/RecordScreen";

export const Route = createFileRoute("/_app/private/stocktakerecord/$id")({ component: Record });

function Record() {
  const { id } = Route.useParams();
  return <RecordScreen key={id} stockTakeId={id} />;
}
