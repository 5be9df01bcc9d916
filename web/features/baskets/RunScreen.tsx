import { Link } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { PackageX, ShoppingBasket } from "lucide-react";
import { useEffect } from "react";
import { jobName, outcomeWords } from "@/components/baskets/stepWords";
import { useFillBasket } from "@/components/baskets/useFillBasket";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { ProgressBar } from "@/components/ProgressBar";
import { RelativeTime } from "@/components/RelativeTime";
import { PersonName } from "@/components/sample/Person";
import { RunSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";
import { countOutcomes } from "#domain/baskets/baskets";
import { describeBulkEdit, EMPTY_BULK_EDIT } from "#domain/samples/bulkEdit";
import { LISTS, listForStep } from "#domain/samples/lists";
import { omitUndefined } from "#domain/common/objects";
import { describeDetails } from "#domain/custody/requestDetails";
import type { Actor } from "#domain/custody/workflow";
import { Outcomes } from "./Outcomes";
import { Receipt } from "./Receipt";
import { StopButton } from "./StopButton";
import { UndoBasket } from "./UndoBasket";

type Job = NonNullable<FunctionReturnType<typeof api.baskets.progress>>;

type RunScreenProps = {
  basketId: string;
  actor: Actor;
  /** Returns to filling a basket. */
  onLeave: () => void;
  /** Opens another basket. */
  onOpen: (basketId: string) => void;
};

/**
 * Shows the progress of a basket and the result of each sample, live, even after it has finished.
 */
export function RunScreen({ basketId, actor, onLeave, onOpen }: RunScreenProps) {
  const job = useQuery(api.baskets.progress, { basketId });
  const fill = useFillBasket(actor.email);
  const markSeen = useMutation(api.baskets.markSeen);
  const isFinished = job?.finished ?? false;
  const lines = useQuery(api.baskets.receipt, isFinished ? { basketId } : "skip");
  useEffect(() => {
    if (isFinished) void markSeen({ basketId });
  }, [isFinished, markSeen, basketId]);

  if (job === undefined) return <RunSkeleton />;
  if (job === null) return <AbsentBasket onLeave={onLeave} />;

  const { step, chosen, reason, details, edit, results, isUndo } = job;
  const takeAgain = (values: readonly string[]) =>
    fill(values, step, {
      ...omitUndefined({ recipient: chosen, reason, ...details }),
      ...(edit && { edit: { ...EMPTY_BULK_EDIT, ...edit } }),
    });
  return (
    <>
      <div className="no-print">
        <PageHeader
          title={jobName(job)}
          description={<Beginning job={job} />}
          actions={<RunActions basketId={basketId} job={job} onLeave={onLeave} onOpen={onOpen} />}
        />
      </div>
      <div className="flex flex-col gap-4">
        <Progress job={job} />
        <Outcomes
          // The receipt lists the completed ones.
          results={lines ? results.filter(({ outcome }) => outcome !== "done") : results}
          onTakeAgain={isFinished && !isUndo ? takeAgain : null}
        />
        {lines && (
          <Receipt title={jobName(job)} lines={lines} owner={actor.email}>
            <Said facts={factsOf(job)} />
          </Receipt>
        )}
      </div>
    </>
  );
}

export function AbsentBasket({ onLeave }: Pick<RunScreenProps, "onLeave">) {
  return (
    <>
      <PageHeader title="Handover basket" />
      <Card>
        <EmptyState
          icon={PackageX}
          title="No such hand-over"
          action={<Button onClick={onLeave}>Open the basket</Button>}
        >
          It belongs to another person, or finished more than 30 days ago.
        </EmptyState>
      </Card>
    </>
  );
}

/** Shows the recipient of the basket and when it was started. */
function Beginning({ job: { chosen, startedAt } }: { job: Job }) {
  return (
    <>
      {chosen === undefined ? (
        "Started "
      ) : (
        <>
          To <PersonName email={chosen} />, started{" "}
        </>
      )}
      <RelativeTime at={startedAt} />
    </>
  );
}

type RunActionsProps = Omit<RunScreenProps, "actor"> & { job: Job };

/** Stops a running basket; for a finished one, offers the next steps and undo. */
function RunActions({ basketId, job, onLeave, onOpen }: RunActionsProps) {
  const { step, total, settled, results, finished, finishedAt, isUndo } = job;
  if (!finished) return <StopButton basketIds={[basketId]} left={total - settled} />;
  const mayUndo = !isUndo && step !== "edit" && countOutcomes(results).done > 0;
  return (
    <>
      {mayUndo && finishedAt !== undefined && (
        <UndoBasket basketId={basketId} finishedAt={finishedAt} onStarted={onOpen} />
      )}
      <Button asChild variant="outline">
        <Link to={LISTS[step === "edit" ? "open" : listForStep(step)].path}>Open the list</Link>
      </Button>
      <Button variant="outline" onClick={onLeave}>
        <ShoppingBasket aria-hidden />
        Next basket
      </Button>
    </>
  );
}

function Progress({ job }: { job: Job }) {
  const { total, settled, results, finished } = job;
  const counts = countOutcomes(results);
  return (
    <Card className="no-print flex flex-col gap-3 p-4">
      <ProgressBar label={jobName(job)} reached={settled - counts.left} total={total} />
      <p role="status" className="text-sm tabular-nums">
        {finished ? (
          <strong className="font-semibold">
            {counts.left > 0 ? "Stopped" : "Finished"}: {outcomeWords(counts)}.
          </strong>
        ) : (
          <>
            <strong className="font-semibold">
              {settled} of {total}
            </strong>
            {counts.refused > 0 && `, ${counts.refused} refused`}. It continues if you leave this
            page.
          </>
        )}
      </p>
    </Card>
  );
}

/**
 * Lists the values common to all samples of the basket: `{ label: "Note", text: "With the charger"
 * }`.
 */
function factsOf({ reason, details, edit = {} }: Pick<Job, "reason" | "details" | "edit">) {
  return [
    ...(reason === undefined ? [] : [{ label: "Reason", text: reason }]),
    ...describeDetails(details),
    ...describeBulkEdit(edit),
  ];
}

function Said({ facts }: { facts: ReturnType<typeof factsOf> }) {
  if (facts.length === 0) return null;
  return (
    <dl className="border-b px-4 py-2 text-sm print:px-1">
      {facts.map(({ label, text }) => (
        <div key={label} className="flex gap-2 [overflow-wrap:anywhere]">
          <dt className="shrink-0 text-muted-foreground">{label}:</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
