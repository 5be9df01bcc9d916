import { Link } from "@tanstack/react-router";
import { Download, Loader2 } from "lucide-react";
import { Banner } from "@/components/Banner";
import { ProgressBar } from "@/components/ProgressBar";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/lib/saveFile";
import { formatCount } from "#domain/common/formatCount";
import { csvFile } from "#domain/files/csvText";
import { refusedRowCells } from "#domain/imports/refusedRows";
import type { ImportWords } from "./importKind";
import type { ImportRun, RunState } from "./importRun";
import type { ReadFile } from "./readSheet";
import { useRunState } from "./useImportRun";

type UploadBarProps = {
  words: ImportWords;
  run: ImportRun | null;
  /** The columns are mapped, so rows can be checked. */
  isReady: boolean;
  /** The question above that must be answered before rows can be checked. */
  needs?: keyof typeof NEEDS | undefined;
  onCheck: () => void;
  file: ReadFile | null;
};

const NEEDS = {
  columns: "Choose the missing columns first.",
  dates: "Choose the order of the dates first.",
};
const nextStepOf = (needs: UploadBarProps["needs"]) =>
  needs === undefined ? "Nothing is saved yet." : NEEDS[needs];

/** Two buttons share the width of a phone, each with room for its text. */
const HALF_ON_PHONE = "max-sm:flex-auto max-sm:px-2 max-[379px]:px-1";

/** Starts the check and the upload, shows progress, then results. */
export function UploadBar({ words, run, isReady, needs, onCheck, file }: UploadBarProps) {
  const state = useRunState(run);
  const phase = state?.phase;
  const isBusy = phase === "checking" || phase === "sending";
  const nextStep = file ? nextStepOf(needs) : "Choose a file first.";
  const canUpload = phase === "checked" || phase === "stopped";
  return (
    <div
      data-action-bar
      className="sticky bottom-0 z-10 flex flex-col gap-3 rounded-b-lg bg-card p-4 sm:px-5 max-md:bottom-[var(--bottom-bar,0px)]"
    >
      {state?.failure && (
        <Banner tone="error">
          {state.failure} {phase === "stopped" && "Rows that were uploaded stay; you can continue."}
        </Banner>
      )}
      {state && isBusy && (
        <ProgressBar
          label={phase === "sending" ? "Uploading" : "Checking"}
          reached={state.answered}
          total={state.total}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-60 text-sm tabular-nums max-sm:basis-full">
          {state ? wordsOf(state, words) : nextStep}
        </p>
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:w-full">
          {isBusy && (
            <Button variant="outline" className={HALF_ON_PHONE} onClick={() => run?.cancel()}>
              Cancel
            </Button>
          )}
          {run && file && !isBusy && (state?.counts.refused ?? 0) > 0 && (
            <Button
              variant="outline"
              className={HALF_ON_PHONE}
              onClick={() => saveRefused(run, file)}
            >
              <Download aria-hidden />
              Refused rows
            </Button>
          )}
          {file && !isBusy && !canUpload && phase !== "finished" && (
            <Button className={HALF_ON_PHONE} onClick={onCheck} disabled={!isReady}>
              Check {rowCount(file.sheet.rows.length)}
            </Button>
          )}
          {state && phase === "finished" && state.counts.imported + state.counts.updated > 0 && (
            <Button asChild className={HALF_ON_PHONE}>
              <Link to={words.next.to}>{words.next.label}</Link>
            </Button>
          )}
          <Button
            variant={canUpload || phase === "sending" ? "default" : "outline"}
            className={HALF_ON_PHONE}
            disabled={!canUpload}
            aria-busy={phase === "sending" || undefined}
            onClick={() => void run?.upload()}
          >
            {phase === "sending" && <Loader2 className="animate-spin" aria-hidden />}
            {words.upload}
          </Button>
        </div>
      </div>
    </div>
  );
}

const rowCount = (count: number) => `${formatCount(count)} ${count === 1 ? "row" : "rows"}`;

function wordsOf({ phase, counts, answered, total }: RunState, words: ImportWords): string {
  const progress = `${formatCount(answered)} of ${rowCount(total)}`;
  switch (phase) {
    case "checking":
      return `Checking: ${progress}`;
    case "sending":
      return `Uploading: ${progress}`;
    case "unchecked":
      return `The check stopped after ${progress}.`;
    case "stopped":
      return `Stopped after ${progress}. You can continue now, or later with the same file.`;
    case "checked":
      return `Nothing is saved yet: ${countWords(counts, words, 0)}.`;
    case "finished":
      return `${words.finished}: ${countWords(counts, words, 1)}.`;
  }
  return phase satisfies never;
}

function countWords(counts: RunState["counts"], words: ImportWords, when: 0 | 1): string {
  const { flagged, reopened, already, skipped, refused, warnings } = counts;
  const again = reopened > 0 ? ` (${formatCount(reopened)} become Registered again)` : "";
  return [
    `${formatCount(counts.imported)} ${words.imported[when].toLowerCase()}`,
    flagged > 0 && `${formatCount(flagged)} of them flagged`,
    counts.updated > 0 &&
      `${formatCount(counts.updated)} ${words.updated[when].toLowerCase()}${again}`,
    already > 0 && `${formatCount(already)} already there`,
    skipped > 0 && `${formatCount(skipped)} skipped`,
    `${formatCount(refused)} refused`,
    warnings > 0 && `${formatCount(warnings)} with a warning`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Downloads the refused rows as CSV, to be corrected and imported again. */
function saveRefused(run: ImportRun, { name, sheet }: ReadFile): void {
  const results = run.rows.flatMap(({ row }) => run.resultOf(row) ?? []);
  const refused = results.filter(({ outcome }) => outcome === "refused");
  const cells = refusedRowCells({ headings: sheet.headings, rows: run.rows }, refused);
  saveFile(`refused-${name.replace(/\.\w+$/, "")}.csv`, "text/csv", csvFile(cells));
}
