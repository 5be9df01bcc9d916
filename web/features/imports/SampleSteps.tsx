import { useConvex, useQuery } from "convex/react";
import { useMemo, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { api } from "../../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";
import type { DateOrder, ColumnOrder } from "#domain/common/dateTexts";
import { FIELD_LABELS } from "#domain/samples/fields";
import { IMPORT_FIELDS, isImportField } from "#domain/imports/importHeadings";
import { NAMED_POLICIES, type ImportPolicy } from "#domain/imports/importRows";
import { readColumns } from "#domain/imports/importSheet";
import { Banner } from "@/components/Banner";
import { RelativeTime } from "@/components/RelativeTime";
import { Button } from "@/components/ui/button";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { ColumnsStep } from "./ColumnsStep";
import { DuplicatesStep } from "./DuplicatesStep";
import { ImportRun } from "./importRun";
import type { ImportStepsProps } from "./ImportCard";
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

type InterruptedNoteProps = {
  found: NonNullable<FunctionReturnType<typeof api.imports.unfinished>>;
  goesOn: boolean;
  onChoose: (goesOn: boolean) => void;
};

/** Announces that an earlier import of this file was interrupted and that this one continues it. */
function InterruptedNote({ found, goesOn, onChoose }: InterruptedNoteProps) {
  const { answered, rows, startedAt } = found;
  const progress = `${formatCount(answered)} of ${formatCount(rows)}`;
  return (
    <div className="p-4 sm:px-5">
      <Banner tone={goesOn ? "warning" : "info"}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>
            {goesOn ? (
              <>
                An import of this file was interrupted <RelativeTime at={startedAt} />, after{" "}
                {progress} rows. This import continues with the rest.
              </>
            ) : (
              "This import starts with the first row. Rows that were already saved are recognised."
            )}
          </p>
          <Button variant="outline" size="sm" onClick={() => onChoose(!goesOn)}>
            {goesOn ? "Start over" : "Resume the interrupted import"}
          </Button>
        </div>
      </Banner>
    </div>
  );
}

type DateOrderChoiceProps = {
  dates: ColumnOrder;
  heading: string;
  dateOrder: DateOrder | undefined;
  isDisabled: boolean;
  onDateOrder: (order: DateOrder) => void;
};

/** Asks for the order of day and month if the column's dates are ambiguous. */
function DateOrderChoice(props: DateOrderChoiceProps) {
  const { dates, heading, dateOrder, isDisabled, onDateOrder } = props;
  if (dates.kind === "none" || dates.kind === "known") return null;
  const question =
    dates.kind === "either"
      ? `${heading}: “${dates.example}” could be two different days, and no other date in the column settles it.`
      : `${heading}: “${dates.dayFirst}” has its day first, “${dates.monthFirst}” its month. Dates in the other order will be refused.`;
  const options = [
    { value: "dmy" as const, label: "Day first" },
    { value: "mdy" as const, label: "Month first" },
  ];
  return (
    <fieldset disabled={isDisabled} className="flex flex-col items-start gap-2">
      <legend className="sr-only">Order of the dates</legend>
      <Banner tone={dateOrder === undefined ? "error" : "info"} className="self-stretch">
        {question}
      </Banner>
      <SegmentedControl
        label="Order of the dates"
        options={options}
        current={dateOrder as DateOrder}
        onChange={onDateOrder}
      />
    </fieldset>
  );
}
