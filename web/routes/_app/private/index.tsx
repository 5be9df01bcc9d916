import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/RouteError";
import { listSearch, SampleListScreen } from "@/features/samples/list/SampleListScreen";
import { useIsHere } from "@/hooks/useIsHere";
import { useViewer } from "@/hooks/useViewer";

/** The private group's index: every sample that is not over; 'Go Back' leads here (doc 2 §2). */
export const Route = createFileRoute("/_app/private/")({
  validateSearch: listSearch,
  component: OpenSamples,
  errorComponent: RouteError,
});

function OpenSamples() {
  const viewer = useViewer();
  const state = Route.useSearch();
  const navigate = Route.useNavigate();
  const isHere = useIsHere();
  return (
    <SampleListScreen
      list="open"
      actor={viewer}
      state={state}
      onStateChange={(search) => isHere() && void navigate({ search, replace: true })}
    />
  );
}
