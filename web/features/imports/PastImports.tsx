import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { History } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { EmptyState } from "@/components/pages/EmptyState";
import { PagedList } from "@/components/PagedList";
import { RelativeTime } from "@/components/RelativeTime";
import { PersonName } from "@/components/sample/Person";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";

type PastImport = FunctionReturnType<typeof api.imports.list>["page"][number];
type Undo = NonNullable<PastImport["undo"]>;

const PAGE = 10;
type PastImportsProps = {
  reader: string;
  isAdmin: boolean;
  /** True during an upload, whose progress would change the list with each batch. */
  isPaused: boolean;
};

/** Past imports, live; the importer or an admin can undo each. */
export function PastImports({ reader, isAdmin, isPaused }: PastImportsProps) {
  const pages = usePastImports(isPaused);
  return (
    <Card className="min-w-0">
      <h2 className="border-b px-4 py-3 text-base font-semibold tracking-tight sm:px-5">
        Past imports
        {isPaused && (
          <span className="ms-2 text-xs font-normal text-muted-foreground">
            as they were when the upload started
          </span>
        )}
      </h2>
      <PagedList
        pages={pages}
        pageSize={PAGE}
        more="Show older imports"
        empty={
          <EmptyState icon={History} title="No imports yet">
            {isAdmin ? "Everyone’s imports" : "Your imports"}, from this page and from the terminal,
            appear here and can be undone.
          </EmptyState>
        }
      >
        {pages.results.map((each) => (
          <PastImportLine
            key={each.id}
            past={each}
            isOwn={each.email === reader}
            toUndo={samplesToUndo(each, isAdmin)}
            isPaused={isPaused}
          />
        ))}
      </PagedList>
    </Card>
  );
}

/**
 * Pages of past imports. While `isPaused`, and until the live query has answered again, the last
 * loaded ones.
 */
function usePastImports(isPaused: boolean) {
  const live = usePaginatedQuery(api.imports.list, isPaused ? "skip" : {}, {
    initialNumItems: PAGE,
  });
  const [latest, setLatest] = useState(live);
  const isLive = live.status !== "LoadingFirstPage";
  if (isLive && (live.results !== latest.results || live.status !== latest.status)) {
    setLatest(live);
  }
  return isLive ? live : latest;
}

/**
 * Number of samples that an undo would process. After a finished undo: samples it left to admins,
 * and samples it did not reach because the person's account was locked meanwhile.
 */
function samplesToUndo({ counts, undo }: PastImport, isAdmin: boolean): number {
  if (undo === undefined) return counts.imported;
  if (undo.finishedAt === undefined) return 0;
  return isAdmin ? unreached(counts, undo) + (undo.leftToAdmins ?? 0) : unreached(counts, undo);
}

/** Number of samples that an undo did not reach. */
function unreached({ imported }: PastImport["counts"], undo: Undo): number {
  return imported - undo.removed - undo.kept - (undo.leftToAdmins ?? 0);
}

type PastImportLineProps = {
  past: PastImport;
  isOwn: boolean;
  toUndo: number;
  isPaused: boolean;
};

function PastImportLine({ past, isOwn, toUndo, isPaused }: PastImportLineProps) {
  const { fileName, startedAt, origin, email } = past;
  return (
    <li className="grid items-center justify-items-start gap-x-4 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4rem] sm:px-5">
      <div className="min-w-0 max-w-full">
        <p className="truncate font-medium">{fileName}</p>
        <p className="text-xs text-muted-foreground">
          <RelativeTime at={startedAt} />
          {!isOwn && (
            <>
              {" "}
              by <PersonName email={email} />
            </>
          )}
          {origin === "terminal" && " in the terminal"}
        </p>
      </div>
      <p className="tabular-nums text-muted-foreground">{progressWords(past)}</p>
      {toUndo > 0 && <UndoButton past={past} toUndo={toUndo} isDisabled={isPaused} />}
    </li>
  );
}

function progressWords({ rows, answered, counts, finishedAt, undo }: PastImport): string {
  if (undo !== undefined) {
    const { leftToAdmins = 0 } = undo;
    const kept =
      undo.kept > 0 ? `, ${formatCount(undo.kept)} kept (changed since, or already deleted)` : "";
    const left = leftToAdmins > 0 ? `, ${formatCount(leftToAdmins)} left to an admin` : "";
    const words = `${formatCount(undo.removed)} removed${kept}${left}`;
    if (undo.finishedAt === undefined) return `Undoing: ${words}`;
    const rest = unreached(counts, undo);
    return rest > 0
      ? `Undo stopped: ${words}, ${formatCount(rest)} still to undo`
      : `Undone: ${words}`;
  }
  const parts = [
    `${formatCount(counts.imported)} imported`,
    counts.flagged > 0 && `${formatCount(counts.flagged)} flagged`,
    counts.updated > 0 && `${formatCount(counts.updated)} updated`,
    counts.already > 0 && `${formatCount(counts.already)} already there`,
    counts.skipped > 0 && `${formatCount(counts.skipped)} skipped`,
    `${formatCount(counts.refused)} refused`,
  ]
    .filter(Boolean)
    .join(", ");
  if (finishedAt !== undefined) return parts;
  return `${formatCount(answered)} of ${formatCount(rows)} rows done: ${parts}. If it was interrupted, choose the file again.`;
}

type UndoButtonProps = { past: PastImport; toUndo: number; isDisabled: boolean };

function UndoButton({ past, toUndo, isDisabled }: UndoButtonProps) {
  const { id, fileName } = past;
  const those =
    past.undo === undefined
      ? `its ${formatCount(toUndo)} samples`
      : `the ${formatCount(toUndo)} samples left to undo`;
  const undo = useMutation(api.imports.undo);
  const [isOpen, setIsOpen] = useState(false);
  const { isSending, refusal, sending } = useSending();
  const confirm = async () => {
    const outcome = await sending(attempt(undo({ id })));
    if (outcome.ok) setIsOpen(false);
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          variant="outline"
          size="sm"
          disabled={isDisabled}
          aria-label={`Undo the import of ${fileName}`}
        >
          Undo
        </Button>
      }
      question={`Undo the import of ${fileName}?`}
      explanation={`Of ${those}, those unchanged since the import are deleted, each with a record in History. The others stay, and so do updated samples.`}
      error={refusal}
      confirm={
        <Button variant="destructive" disabled={isSending} onClick={() => void confirm()}>
          Undo the import
        </Button>
      }
    />
  );
}
