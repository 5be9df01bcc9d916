import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { PackageOpen, Plus } from "lucide-react";
import { useCallback, useMemo } from "react";
import { isReceived, ReceiveAll } from "@/components/basket/ReceiveAll";
import { DataTable } from "@/components/data-table/DataTable";
import { tableQuery } from "@/components/data-table/filters/filterState";
import { useSelection } from "@/components/data-table/selection/useSelection";
import { useRecentChanges } from "@/components/data-table/useRecentChanges";
import { EmptyState } from "@/components/EmptyState";
import { FillHeight } from "@/components/FillHeight";
import { PageHeader } from "@/components/PageHeader";
import { Button } from "@/components/ui/button";
import { useNameOf } from "@/hooks/usePeople";
import { useOpenSheet } from "@/hooks/useSheet";
import { api } from "../../../../convex/_generated/api";
import { listTitle } from "../../../../domain/fields";
import type { ListName } from "../../../../domain/lists";
import type { Actor } from "../../../../domain/workflow";
import { sampleColumns } from "./columns";
import { describeChange, describeLeft } from "./describeChange";
import type { ListState } from "./listSearch";
import { SampleCard } from "./SampleCard";
import { ScopeTabs } from "./ScopeTabs";
import { scopeTabs } from "./scopeTabs";
import { SelectionBar } from "./SelectionBar";
import { useKnownValues } from "./useKnownValues";
import { useSampleList, type Sample } from "./useSampleList";
import { useStepKeys } from "./useStepKeys";

const serialNumberOf = ({ serialNumber }: Sample) => serialNumber;

/** The tab's title, for a list whose tab says more than its heading. */
const TAB_TITLES: Partial<Record<ListName, string>> = {
  delete: "Sample Management System - Delete Sample",
};

type SampleListScreenProps = {
  list: ListName;
  actor: Actor;
  state: ListState;
  onStateChange: (state: ListState) => void;
};

/**
 * Open Samples and the Transfer, Return, Lost and Delete lists (docs/product.md, "The lists of samples").
 */
export function SampleListScreen({ list, actor, state, onStateChange }: SampleListScreenProps) {
  const tabs = scopeTabs(list, actor.role);
  const choice = tabs.find((tab) => tab.choice === state.scope)?.choice ?? "everything";
  const { email, role } = actor;
  const columns = useMemo(() => sampleColumns(list, { email, role }), [list, email, role]);
  const query = useMemo(() => tableQuery(state, columns), [state, columns]);
  const samples = useSampleList(list, role, choice, query);
  const { rows, isLoaded, isDone, compare, looked } = samples;
  const view = `${list} ${choice}`;
  const selection = useSelection(rows, serialNumberOf);
  const openSheet = useOpenSheet();

  const rowKeys = useStepKeys(list, actor, selection);
  const nameOf = useNameOf();
  const describe = useCallback(
    (before: Sample | undefined, after: Sample) =>
      describeChange(before, after, actor.email, nameOf),
    [actor.email, nameOf],
  );
  const describeGone = useCallback(
    (sample: Sample) => describeLeft(sample, actor.email),
    [actor.email],
  );
  // What a search brings was there before: only what changes while it stands is news.
  const source = looked === undefined ? view : `${view} ${JSON.stringify(query)}`;
  const changes = useRecentChanges(samples.live, source, compare, describe);
  const knownValues = useKnownValues(list, isDone);

  const counts = useQuery(api.samples.counts, { list });
  const total = samples.count ?? exact(counts?.[choice]);
  return (
    <FillHeight>
      <PageHeader
        title={listTitle(list)}
        tabTitle={TAB_TITLES[list]}
        actions={
          <>
            {choice === "addressed" && isReceived(list) && rows.length > 1 && (
              <ReceiveAll
                list={list}
                owner={email}
                label={total === null ? "Receive all" : `Receive all ${total}`}
              />
            )}
            {/* A phone has it in the bottom bar. */}
            <Button asChild variant="outline" className="max-lg:hidden">
              <Link to="/dashboard/addsample">
                <Plus aria-hidden />
                New Sample
              </Link>
            </Button>
          </>
        }
      />
      <DataTable
        label={listTitle(list)}
        noun={{ one: "sample", many: "samples" }}
        columns={columns}
        rows={rows}
        isLoading={!isLoaded}
        hasMore={!isDone}
        total={total}
        onLoadMore={samples.loadMore}
        looked={looked && (total === null ? looked : Math.min(looked, total))}
        view={view}
        state={state}
        onStateChange={(next) => onStateChange({ ...next, scope: state.scope })}
        knownValues={knownValues}
        changes={changes}
        describeLeft={describeGone}
        selection={list === "delete" ? undefined : selection}
        selectionBar={<SelectionBar selection={selection} actor={actor} />}
        onOpen={({ _id }) => openSheet(_id)}
        rowKeys={rowKeys}
        renderCard={(sample) => <SampleCard list={list} sample={sample} actor={actor} />}
        toolbar={
          <ScopeTabs
            tabs={tabs}
            counts={counts}
            current={choice}
            onChange={(next) =>
              onStateChange({ ...state, scope: next === "everything" ? undefined : next })
            }
          />
        }
        empty={<EmptyList list={list} isWaitingTab={choice === "addressed"} />}
      />
    </FillHeight>
  );
}

/** The count, when it is one: of "at least so many", nothing can be left to search. */
function exact(count: { count: number; isMore: boolean } | null | undefined): number | null {
  return count && !count.isMore ? count.count : null;
}

/** Texts for an empty list: each says what will appear there. */
const EMPTY_TEXTS: Record<ListName, string> = {
  open: "Samples that are neither returned nor lost show up here, to be looked at and edited.",
  transfer: "Samples that are registered, in transit or in use show up here, ready to hand over.",
  return: "Samples that can go back to a customer show up here, and those on their way.",
  lost: "Samples you can report as lost show up here, and requests that wait for an answer.",
  delete: "Samples that are still Registered show up here. Whoever registered one may delete it.",
  report: "Every sample that you hold shows up here, in whatever status it is.",
};

function EmptyList({ list, isWaitingTab }: { list: ListName; isWaitingTab: boolean }) {
  if (isWaitingTab) {
    return (
      <EmptyState icon={PackageOpen} title="Nothing waits for you">
        When a colleague sends you a sample, it appears here at once.
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
