import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { ListsScreen } from "@/features/lists/ListsScreen";
import { oneOf, searchParams } from "@/lib/searchParams";
import { PICK_LIST_KINDS } from "#domain/samples/pickLists";

export const Route = createFileRoute("/_app/pages/settingsdroplist")({
  validateSearch: searchParams({ list: oneOf(PICK_LIST_KINDS) }),
  component: PickLists,
});

function PickLists() {
  const { list = "customersModel" } = Route.useSearch();
  return (
    <ForRole least="supervisor" title="SMS New Settings">
      <ListsScreen open={list} />
    </ForRole>
  );
}
