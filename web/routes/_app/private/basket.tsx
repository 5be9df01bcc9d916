import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { BasketScreen } from "@/features/baskets/BasketScreen";
import { useViewer } from "@/hooks/data/useViewer";
import { searchParams, text } from "@/lib/searchParams";

export const Route = createFileRoute("/_app/private/basket")({
  /** `job`: id of a started basket, or the ids of its parts, separated by commas. */
  validateSearch: searchParams({ job: text() }),
  component: Basket,
});

function Basket() {
  const viewer = useViewer();
  const { job } = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = useCallback(
    (next: string | undefined) => void navigate({ search: { job: next } }),
    [navigate],
  );
  return <BasketScreen actor={viewer} job={job} onJobChange={open} />;
}
