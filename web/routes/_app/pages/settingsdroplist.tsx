import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { ForRole } from "@/components/ForRole";
import { RouteError } from "@/components/RouteError";
import { ListsScreen } from "@/features/lists/ListsScreen";
import { PICK_LIST_KINDS } from "../../../../domain/pickLists";

export const Route = createFileRoute("/_app/pages/settingsdroplist")({
  validateSearch: z.object({ list: z.enum(PICK_LIST_KINDS).optional().catch(undefined) }),
  component: PickLists,
  errorComponent: RouteError,
});

function PickLists() {
  const { list = "customersModel" } = Route.useSearch();
  return (
    <ForRole least="supervisor" title="SMS New Settings">
      <ListsScreen open={list} />
    </ForRole>
  );
}
