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

/** The lists in which new samples are looked for. */
const GROWING: readonly ScreenList[] = ["open", "transfer"];

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
  useScanToRow({ list, role: actor.role, state, onStateChange, table });
  const { isReady, total } = table.shown;
  const isEmpty = isReady && total === 0 && !table.isNarrowed && choice === "everything";
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
            {/* An empty list offers it in its middle. */}
            {GROWING.includes(list) && !isEmpty && (
              <Button asChild variant="outline">
                <Link to="/dashboard/addsample">
                  <Plus aria-hidden />
                  New Sample
                </Link>
              </Button>
            )}
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
  open: "Samples appear here until they are returned or lost.",
  transfer: "Samples that are registered, in transit or in use appear here, ready to hand over.",
  return: "Samples that can be returned to a customer appear here, and those on their way.",
  lost: "Samples you can report as lost appear here, and reports waiting for an answer.",
  delete:
    "Samples appear here while their status is Registered. The person who registered a sample can delete it.",
};

function EmptyList({ list, choice }: { list: ScreenList; choice: ScopeChoice }) {
  if (choice === "overdue") {
    return (
      <EmptyState icon={PackageOpen} title="Nothing is overdue">
        Requests that have waited too long for an answer appear here.
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
