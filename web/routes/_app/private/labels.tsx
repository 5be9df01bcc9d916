import { createFileRoute, useLocation } from "@tanstack/react-router";
import { LabelsScreen } from "@/features/labels/LabelsScreen";

export const Route = createFileRoute("/_app/private/labels")({ component: Labels });

/** There are too many ids for an address, so the state of the history entry holds them. */
function Labels() {
  const ids = useLocation({ select: ({ state }) => state.labelled });
  return <LabelsScreen ids={ids ?? NONE} />;
}

const NONE: readonly string[] = [];
