import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "@/components/PageHeader";

export const Route = createFileRoute("/_app/dashboard/homefs")({
  component: () => <PageHeader title="Dashboard" />,
});
