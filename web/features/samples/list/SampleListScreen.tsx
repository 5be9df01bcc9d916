import { Link } from "@tanstack/react-router";
import { PackageOpen, Plus } from "lucide-react";
import { useMemo } from "react";
import { ReceiveAll } from "@/components/baskets/ReceiveAll";
import { receivedIn } from "@/components/baskets/useDeliveries";
import { EmptyState } from "@/components/pages/EmptyState";
import { FillHeight } from "@/components/pages/FillHeight";
import { PageHeader } from "@/components/pages/PageHeader";
import { ViewsMenu } from "@/components/views/ViewsMenu";
import type { ScopeChoice } from "@/lib/tables/sampleStore";
import { Button } from "@/components/ui/button";
import { listTitle } from "#domain/samples/fields";
import type { ListName } from "#domain/samples/lists";
import type { Actor } from "#domain/custody/workflow";
import type { ListState } from "./listSearch";
import { useSavedSample } from "./savedSample";
import { SampleTable } from "./SampleTable";
import { useSampleTable } from "./useSampleTable";
import { useScanToRow } from "./useScanToRow";
import { useScope } from "./useScope";

/** Titles of the tab for lists whose tab has more words than their heading. */
const TAB_TITLES: Partial<Record<ScreenList, string>> = {
  delete: "Sample Management System - Delete Sample",
};

/** The lists with this screen; reports have their own. */
type ScreenList = Exclude<ListName, "report">;

type SampleListScreenProps = {
  list: ScreenList;
  actor: Actor;
  state: ListState;
  onStateChange: (state: ListState) => void;
};

/** The lists of samples (docs/product.md, "The lists of samples"). */
export function SampleListScreen({ list, actor, state, onStateChange }: SampleListScreenProps) {
  const { choice, counted, tabs } = useScope({ list, role: actor.role, state, onStateChange });
  const { table } = useSampleTable({
    list,
    actor,
    choice,
    counted,
    announced: useSavedSample(),
    address: [state, (next) => onStateChange({ ...next, scope: state.scope })],
  });
  const received = useMemo(() => {
    const kind = receivedIn(list);
    return kind === null ? null : [kind];
  }, [list]);
  useScanToRow({
    list,
    role: actor.role,
    state,
    onStateChange,
    setCursor: table.cursor.set,
  });
  return (
    <FillHeight>
      <PageHeader
        title={listTitle(list)}
        tabTitle={TAB_TITLES[list]}
        actions={
          <>
            {choice === "addressed" && received !== null && table.total > 1 && (
              <ReceiveAll lists={received} label={`Receive all ${table.total}`} />
            )}
            <Button asChild variant="outline">
              <Link to="/dashboard/addsample">
                <Plus aria-hidden />
                New Sample
              </Link>
            </Button>
          </>
        }
      />
      <SampleTable
        table={table}
        list={list}
        actor={actor}
        tabs={tabs}
        tools={<ViewsMenu table={list} search={state} role={actor.role} />}
        empty={<EmptyList list={list} choice={choice} />}
      />
    </FillHeight>
  );
}

/** Texts for an empty list: each explains what will appear there. */
const EMPTY_TEXTS: Record<ScreenList, string> = {
  open: "Samples that are neither returned nor lost show up here, to be looked at and edited.",
  transfer: "Samples that are registered, in transit or in use show up here, ready to hand over.",
  return: "Samples that can go back to a customer show up here, and those on their way.",
  lost: "Samples you can report as lost show up here, and requests that wait for an answer.",
  delete:
    "Samples that are still Registered show up here. The person who registered one can delete it.",
};

function EmptyList({ list, choice }: { list: ScreenList; choice: ScopeChoice }) {
  if (choice === "overdue") {
    return (
      <EmptyState icon={PackageOpen} title="Nothing is overdue">
        Requests that wait too long for an answer appear here.
      </EmptyState>
    );
  }
  if (choice === "addressed") {
    return (
      <EmptyState icon={PackageOpen} title="Nothing is waiting for you">
        When a colleague sends you a sample, it appears here immediately.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={PackageOpen}
      title="No samples here yet"
      action={
        <Button asChild>
          <Link to="/dashboard/addsample">New Sample</Link>
        </Button>
      }
    >
      {EMPTY_TEXTS[list]}
    </EmptyState>
  );
}
