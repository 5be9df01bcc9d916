import { useNavigate } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { useMemo } from "react";
import { DataTable } from "@/components/data-table/DataTable";
import { tableQuery } from "@/components/data-table/filters/filterState";
import type { TableState } from "@/components/data-table/tableState";
import { EmptyState } from "@/components/EmptyState";
import { FillHeight } from "@/components/FillHeight";
import { PageHeader } from "@/components/PageHeader";
import { PERSON_STATUSES } from "../../../domain/employeeTable";
import { ROLES, type Role } from "../../../domain/workflow";
import { peopleColumns } from "./peopleColumns";
import { hasCounts, peopleView, type PeopleViewName } from "./peopleViews";
import { PersonCard } from "./PersonCard";
import { usePeople } from "./usePeople";

type PeopleScreenProps = {
  view: PeopleViewName;
  role: Role;
  state: TableState;
  onStateChange: (state: TableState) => void;
};

const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  role: ROLES,
  status: PERSON_STATUSES,
};
const NONE: readonly string[] = [];
const knownValues = (columnId: string) => KNOWN_VALUES[columnId] ?? NONE;

/**
 * A table of people: everybody for an admin, oneself and one's reports for a supervisor, oneself
 * for a user (docs/product.md, "Employees and private data").
 */
export function PeopleScreen({ view, role, state, onStateChange }: PeopleScreenProps) {
  const { title, description } = peopleView(view);
  const columns = useMemo(() => peopleColumns(view, role), [view, role]);
  const query = useMemo(() => tableQuery(state, columns), [state, columns]);
  const { rows, isLoaded, isDone, loadMore, looked } = usePeople(hasCounts(view), query);
  const navigate = useNavigate();
  return (
    <FillHeight>
      <PageHeader title={title} description={description} />
      <DataTable
        label={title}
        noun={{ one: "person", many: "people" }}
        columns={columns}
        rows={rows}
        isLoading={!isLoaded}
        hasMore={!isDone}
        onLoadMore={loadMore}
        looked={looked}
        view={`${view} ${role}`}
        state={state}
        onStateChange={onStateChange}
        knownValues={knownValues}
        onOpen={({ _id }) => void navigate({ to: "/pages/person/$id", params: { id: _id } })}
        renderCard={(person) => <PersonCard view={view} reader={role} person={person} />}
        empty={<EmptyState icon={Users} title="Nobody here" />}
      />
    </FillHeight>
  );
}
