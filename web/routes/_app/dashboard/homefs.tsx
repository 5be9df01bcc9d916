import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "@/features/dashboard/DashboardScreen";
import { InboxPanel } from "@/features/shell/inbox/InboxPanel";
import { ScreenSkeleton } from "@/features/shell/skeleton/ScreenSkeleton";
import { useInbox } from "@/hooks/data/useInbox";
import { useAddress } from "@/hooks/data/useAddress";
import { searchParams, text } from "@/lib/searchParams";

/**
 * Group of the trend, such as `team:ingrid@example.com`; undefined: everyone whose figures the
 * viewer sees.
 */
const dashboardSearch = searchParams({ trend: text() });

/** The dashboard: the first page after sign-in. */
export const Route = createFileRoute("/_app/dashboard/homefs")({
  validateSearch: dashboardSearch,
  component: Dashboard,
});

function Dashboard() {
  const { items } = useInbox();
  const [{ trend }, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  // On a phone the inbox is above the counts: arriving after them, it would push them down.
  if (items === undefined) return <ScreenSkeleton />;
  return (
    <DashboardScreen
      inbox={<InboxPanel />}
      trend={trend}
      onTrendChange={(chosen) => setState({ trend: chosen })}
    />
  );
}
