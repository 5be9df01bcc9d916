import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "@/features/dashboard/DashboardScreen";
import { InboxPanel } from "@/features/shell/inbox/InboxPanel";

/** The dashboard: people land here after sign-in. */
export const Route = createFileRoute("/_app/dashboard/homefs")({
  component: () => <DashboardScreen inbox={<InboxPanel />} />,
});
