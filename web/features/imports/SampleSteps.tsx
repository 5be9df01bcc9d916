import { useConvex, useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { api } from "../../../convex/_generated/api";
import type { DateOrder } from "#domain/common/dateTexts";
import { FIELD_LABELS } from "#domain/samples/fields";
import { IMPORT_FIELDS, isImportField } from "#domain/imports/importHeadings";
import { NAMED_POLICIES, type ImportPolicy } from "#domain/imports/importRows";
import { readColumns } from "#domain/imports/importSheet";
import { ColumnsStep } from "./ColumnsStep";
import { DateOrderChoice } from "./DateOrderChoice";
import { DuplicatesStep } from "./DuplicatesStep";
import { ImportRun } from "./importRun";
import type { ImportStepsProps } from "./ImportCard";
import { InterruptedNote } from "./InterruptedNote";
import { RowsStep } from "./RowsStep";
import { SAMPLE_WORDS, sampleImport } from "./sampleImport";
import { UploadBar } from "./UploadBar";
import { useChosenFields } from "./columnChoices";
import { useCheckWhenReady, useImportRun } from "./useImportRun";

const CHOICES = { key: "importColumns", isField: isImportField };

/** The steps of an import of samples: columns, duplicates, rows, upload. */
export function SampleSteps({ file, onSending }: ImportStepsProps) {
  const client = useConvex();
  const { sheet, hash } = file;
  const [chosen, choose] = useChosenFields(CHOICES, sheet.headings);
  const [dateOrder, setDateOrder] = useState<DateOrder>();
  const [policy, setPolicy] = useState<ImportPolicy>(NAMED_POLICIES.reject);
  const [goesOn, setGoesOn] = useState(true);
  const { run, isSending, isFixed, check, reset } = useImportRun(onSending);
  // Queried only before the run starts: this run's own progress is not an interruption.
  const found = useQuery(api.imports.unfinished, run === null ? { fileHash: hash } : "skip");
  const interrupted = goesOn ? (found ?? null) : null;
  const duplicates = interrupted?.duplicates ?? policy;
  const columns = useMemo(() => readColumns(sheet, chosen), [sheet, chosen]);
  const needsOrder = columns.dates.kind === "either" || columns.dates.kind === "mixed";
  const lacksColumn = columns.missing.length > 0;
  const lacksOrder = needsOrder && dateOrder === undefined;

  const start = () => {
    const importId = interrupted?.importId ?? null;
    const kind = sampleImport({ client, file, columns, dateOrder, duplicates, importId });
    check(new ImportRun({ kind, rows: sheet.rows, done: interrupted?.done }));
  };
  const isReady = found !== undefined && !lacksColumn && !lacksOrder;
  // The person decides whether an interrupted upload continues.
  useCheckWhenReady(isReady && found === null, run, start);
  return (
    <>
      <UnsavedGuard isDirty={isSending} />
      {found && run === null && (
        <InterruptedNote found={found} goesOn={goesOn} onChoose={setGoesOn} />
      )}
      <ColumnsStep
        sheet={sheet}
        columns={columns}
        choices={IMPORT_FIELDS}
        labels={FIELD_LABELS}
        isDisabled={isFixed}
        onChoose={(heading, field) => {
          choose(heading, field);
          reset();
        }}
      >
        <DateOrderChoice
          dates={columns.dates}
          heading={columns.dateHeading}
          dateOrder={dateOrder}
          isDisabled={isFixed}
          onDateOrder={(order) => {
            setDateOrder(order);
            reset();
          }}
        />
      </ColumnsStep>
      <DuplicatesStep
        policy={duplicates}
        isDisabled={isFixed || interrupted !== null}
        onChange={(next) => {
          setPolicy(next);
          reset();
        }}
      />
      {run && <RowsStep run={run} headings={sheet.headings} />}
      <UploadBar
        words={SAMPLE_WORDS}
        run={run}
        isReady={isReady}
        needs={lacksColumn ? "columns" : lacksOrder ? "dates" : undefined}
        onCheck={start}
        file={file}
      />
    </>
  );
}
