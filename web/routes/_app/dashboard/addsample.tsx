import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { SampleFormScreen } from "@/features/samples/form/SampleFormScreen";
import { announceSaved } from "@/features/samples/list/savedSample";
import { useViewer } from "@/hooks/data/useViewer";
import { searchParams, text } from "@/lib/searchParams";

export const Route = createFileRoute("/_app/dashboard/addsample")({
  validateSearch: searchParams({ id: text() }),
  component: AddSample,
});

function AddSample() {
  const viewer = useViewer();
  const { id } = Route.useSearch();
  const navigate = Route.useNavigate();
  const leave = useCallback(
    (sampleId: string) =>
      void navigate({
        to: "/private",
        state: announceSaved(sampleId, id === undefined ? "Registered" : "Edited"),
      }),
    [navigate, id],
  );
  return (
    <SampleFormScreen key={id} form="newSample" viewer={viewer} editedId={id} onLeave={leave} />
  );
}
