import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "@/features/dashboard/DashboardScreen";
import { InboxPanel } from "@/features/shell/inbox/InboxPanel";

/** The place users land after sign-in (doc 1 §2). */
export const Route = createFileRoute("/_app/dashboard/homefs")({
  component: () => <DashboardScreen inbox={<InboxPanel />} />,
});
