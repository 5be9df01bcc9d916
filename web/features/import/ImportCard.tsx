import { useConvex, useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { UnsavedGuard } from "@/components/UnsavedGuard";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";
import type { DateOrder } from "../../../domain/dateTexts";
import type { ChosenFields, ImportField } from "../../../domain/importHeadings";
import { NAMED_POLICIES, type ImportPolicy } from "../../../domain/importRows";
import { readColumns } from "../../../domain/importSheet";
import { rememberedFields, rememberFields, withChoice } from "./columnChoices";
import { ColumnsStep } from "./ColumnsStep";
import { DuplicatesStep } from "./DuplicatesStep";
import { FileStep } from "./FileStep";
import { ImportRun } from "./importRun";
import { InterruptedNote } from "./InterruptedNote";
import type { ReadFile, ReadSheet } from "./readSheet";
import { RowsStep } from "./RowsStep";
import { UploadBar } from "./UploadBar";
import { useRunState } from "./useRunState";

/** The steps of an import: file, columns, duplicates, rows, upload. */
export function ImportCard({ read }: { read: ReadSheet }) {
  const [file, setFile] = useState<ReadFile | null>(null);
  return (
    <Card className="flex flex-col divide-y">
      <FileStep read={read} file={file} onFile={setFile} />
      {file ? (
        <ImportSteps key={`${file.hash} ${file.sheet.sheetName ?? ""}`} file={file} />
      ) : (
        <UploadBar run={null} isReady={false} onCheck={() => undefined} file={null} />
      )}
    </Card>
  );
}

function ImportSteps({ file }: { file: ReadFile }) {
  const client = useConvex();
  const { sheet, hash } = file;
  const [chosen, setChosen] = useState<ChosenFields>(() => rememberedFields(sheet.headings));
  const [dateOrder, setDateOrder] = useState<DateOrder>();
  const [policy, setPolicy] = useState<ImportPolicy>(NAMED_POLICIES.reject);
  const [goesOn, setGoesOn] = useState(true);
  const [run, setRun] = useState<ImportRun | null>(null);
  // Known once: this run's own progress is no interruption.
  const found = useQuery(api.imports.unfinished, run === null ? { fileHash: hash } : "skip");
  const interrupted = goesOn ? (found ?? null) : null;
  const duplicates = interrupted?.duplicates ?? policy;
  const columns = useMemo(() => readColumns(sheet, chosen), [sheet, chosen]);
  const needsOrder = columns.dates.kind === "either" || columns.dates.kind === "mixed";
  const isReady =
    found !== undefined && columns.missing.length === 0 && (!needsOrder || dateOrder !== undefined);
  const phase = useRunState(run)?.phase;
  const isBusy = phase === "checking" || phase === "sending";
  const isFixed = isBusy || phase === "stopped" || phase === "finished";

  const choose = (heading: string, field: ImportField | null) => {
    const next = withChoice(chosen, heading, field);
    rememberFields(next);
    setChosen(next);
    setRun(null);
  };
  const check = () => {
    const next = new ImportRun({ client, file, columns, dateOrder, duplicates, interrupted });
    setRun(next);
    void next.check();
  };
  return (
    <>
      <UnsavedGuard isDirty={phase === "sending"} />
      {found && run === null && (
        <InterruptedNote found={found} goesOn={goesOn} onChoose={setGoesOn} />
      )}
      <ColumnsStep
        sheet={sheet}
        columns={columns}
        dateOrder={dateOrder}
        isDisabled={isFixed}
        onChoose={choose}
        onDateOrder={(order) => {
          setDateOrder(order);
          setRun(null);
        }}
      />
      <DuplicatesStep
        policy={duplicates}
        isDisabled={isFixed || interrupted !== null}
        onChange={(next) => {
          setPolicy(next);
          setRun(null);
        }}
      />
      {run && <RowsStep run={run} headings={sheet.headings} />}
      <UploadBar run={run} isReady={isReady} onCheck={check} file={file} />
    </>
  );
}
