import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { PeopleImportScreen } from "@/features/imports/PeopleImportScreen";

export const Route = createFileRoute("/_app/pages/importpeople")({ component: PeopleImportPage });

function PeopleImportPage() {
  return (
    <ForRole least="admin" title="Import people">
      <PeopleImportScreen />
    </ForRole>
  );
}
