import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "@/features/dashboard/DashboardScreen";
import { InboxPanel } from "@/features/shell/inbox/InboxPanel";
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
  const [{ trend }, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return (
    <DashboardScreen
      inbox={<InboxPanel />}
      trend={trend}
      onTrendChange={(chosen) => setState({ trend: chosen })}
    />
  );
}
