import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";
import { problemAdvice, type RowProblem, type RowResult } from "#domain/imports/importResults";
import type { SheetRow } from "#domain/imports/spreadsheet/sheet";
import { Badge } from "@/components/ui/badge";
import { CellInput } from "./CellInput";
import type { ImportRun } from "./importRun";
import type { ImportWords } from "./importKind";

type RowCardProps = {
  run: ImportRun;
  headings: readonly string[];
  row: SheetRow;
  result: RowResult | undefined;
};

/** One row: its outcome, its device or person, and each refused cell with how to correct it. */
export function RowCard({ run, headings, row, result }: RowCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { fields } = run.kind;
  const { name, detail } = run.kind.titleOf((field) => row.cells[fields.indexOf(field)] ?? "");
  const problems = result?.problems ?? [];
  const isFixed = run.isFixed(row.row) || row.problem !== undefined;
  const columnsOf = problems.map(({ field }) => fields.findIndex((each) => each === field));
  return (
    <div className="flex flex-col gap-2 px-3 py-2 text-sm">
      <div className="flex items-start gap-x-3">
        <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="w-16 shrink-0 tabular-nums text-muted-foreground">Row {row.row}</span>
          {result && (
            <OutcomeBadge words={run.kind.words} result={result} isDone={run.isDone(row.row)} />
          )}
          <span className="min-w-0 truncate font-medium">{name}</span>
          <span className="truncate font-mono text-xs">{detail}</span>
          {result?.warning && (
            <span className="min-w-0 text-xs text-warning-foreground">{result.warning}</span>
          )}
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="shrink-0"
          aria-expanded={isOpen}
          aria-label={`All cells of row ${row.row}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown className={cn("transition-transform", isOpen && "rotate-180")} aria-hidden />
        </Button>
      </div>
      {problems.length > 0 && (
        <ul className="flex flex-col gap-2 sm:pl-[4.75rem]">
          {problems.map((problem, index) => (
            <li key={`${problem.code} ${problem.field}`}>
              <Problem
                problem={problem}
                column={columnsOf[index] ?? -1}
                isFixed={isFixed}
                run={run}
                row={row}
              />
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <div className="grid gap-x-4 gap-y-2 pb-1 sm:grid-cols-2 sm:pl-[4.75rem] lg:grid-cols-3">
          {headings.map((heading, column) =>
            !fields[column] || columnsOf.includes(column) ? null : (
              <CellInput
                key={heading}
                label={heading}
                isFixed={isFixed}
                run={run}
                row={row}
                column={column}
              />
            ),
          )}
        </div>
      )}
    </div>
  );
}

type ProblemProps = Pick<RowCardProps, "run" | "row"> & {
  problem: RowProblem;
  /** −1: the problem concerns no column of the file. */
  column: number;
  isFixed: boolean;
};

function Problem({ problem, column, isFixed, run, row }: ProblemProps) {
  const advice = problemAdvice(problem);
  const label = run.kind.labels[problem.field ?? ""];
  if (column < 0) {
    return (
      <p className="text-sm text-destructive [overflow-wrap:anywhere]">
        {label !== undefined && `${label}: `}
        {advice}
      </p>
    );
  }
  return (
    <CellInput
      label={label ?? ""}
      error={advice}
      run={run}
      row={row}
      column={column}
      isFixed={isFixed}
    />
  );
}

type OutcomeBadgeProps = { words: ImportWords; result: RowResult; isDone: boolean };

/** A row's outcome: the expected one, or after the upload the actual one. */
function OutcomeBadge({ words, result, isDone }: OutcomeBadgeProps) {
  const { outcome } = result;
  if (outcome === "refused") return <Badge variant="destructive">Refused</Badge>;
  switch (outcome) {
    case "imported":
    case "updated":
      return (
        <Badge variant="secondary">{`${words[outcome][isDone ? 1 : 0]}${suffixOf(result)}`}</Badge>
      );
    case "already":
      return <Badge variant="outline">Already there</Badge>;
    case "skipped":
      return <Badge variant="outline">Skipped</Badge>;
  }
  return outcome satisfies never;
}

function suffixOf({ flagged, reopened }: RowResult): string {
  if (flagged) return ", flagged";
  return reopened ? ", Registered again" : "";
}
