import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { ListsScreen } from "@/features/lists/ListsScreen";
import { searchParams, text } from "@/lib/searchParams";
import { PICK_LIST_KINDS } from "#domain/samples/pickLists";

export const Route = createFileRoute("/_app/pages/settingsdroplist")({
  validateSearch: searchParams({ list: text() }),
  component: PickLists,
});

function PickLists() {
  const { list } = Route.useSearch();
  const open = PICK_LIST_KINDS.find((kind) => kind === list) ?? "customersModel";
  return (
    <ForRole least="supervisor" title="SMS New Settings">
      <ListsScreen open={open} />
    </ForRole>
  );
}
