import { useState } from "react";
import { Banner } from "@/components/Banner";
import { SegmentedControl } from "@/components/SegmentedControl";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { isAmbiguousDate, type ColumnOrder, type DateOrder } from "../../../domain/dateTexts";
import { FIELD_LABELS } from "../../../domain/fields";
import { IMPORT_FIELDS, isImportField, type ImportField } from "../../../domain/importHeadings";
import type { SheetColumns } from "../../../domain/importSheet";
import type { Sheet } from "../../../domain/spreadsheet/sheet";
import { StepSection } from "./StepSection";

type ColumnsStepProps = {
  sheet: Sheet;
  columns: SheetColumns;
  dateOrder: DateOrder | undefined;
  isDisabled: boolean;
  onChoose: (heading: string, field: ImportField | null) => void;
  onDateOrder: (order: DateOrder) => void;
};

/** Shows the field of each column, which may be chosen by hand, and what is left out. */
export function ColumnsStep({ sheet, columns, ...props }: ColumnsStepProps) {
  const { ignored, missing, dates, fields } = columns;
  const needsAnswer = ignored.length > 0 || missing.length > 0;
  const [isOpen, setIsOpen] = useState(needsAnswer);
  const known = fields.filter((field) => field !== null).length;
  return (
    <StepSection
      title="Columns"
      note={`${known} of ${sheet.headings.filter(Boolean).length} columns are read.`}
    >
      {missing.length > 0 && (
        <Banner tone="error">
          No column is {missing.map((field) => FIELD_LABELS[field]).join(", ")}. Every row needs it:
          choose the column below.
        </Banner>
      )}
      {ignored.length > 0 && (
        <Banner tone="warning">
          Left out: {ignored.join(", ")}. Choose a field below for what you want to keep.
        </Banner>
      )}
      {isOpen ? (
        <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
          {sheet.headings.map((heading, column) =>
            heading === "" ? null : (
              <ColumnField
                key={heading}
                heading={heading}
                example={exampleOf(sheet, column)}
                field={fields[column] ?? null}
                isDisabled={props.isDisabled}
                onChoose={(field) => props.onChoose(heading, field)}
              />
            ),
          )}
        </ul>
      ) : (
        <div>
          <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
            Show the columns
          </Button>
        </div>
      )}
      <DateOrderChoice dates={dates} heading={columns.dateHeading} {...props} />
    </StepSection>
  );
}

type ColumnFieldProps = {
  heading: string;
  example: string;
  field: ImportField | null;
  isDisabled: boolean;
  onChoose: (field: ImportField | null) => void;
};

function ColumnField({ heading, example, field, isDisabled, onChoose }: ColumnFieldProps) {
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <label className="flex min-w-0 flex-col gap-1.5">
        <span className="truncate text-sm font-medium">{heading}</span>
        <Select
          value={field ?? ""}
          disabled={isDisabled}
          onChange={({ target }) => onChoose(isImportField(target.value) ? target.value : null)}
        >
          <option value="">Left out</option>
          {IMPORT_FIELDS.map((name) => (
            <option key={name} value={name}>
              {FIELD_LABELS[name]} ({name})
            </option>
          ))}
        </Select>
      </label>
      <p className="truncate text-xs text-muted-foreground">
        {example === "" ? "Empty" : `For example: ${example}`}
      </p>
    </li>
  );
}

type DateOrderChoiceProps = Pick<ColumnsStepProps, "dateOrder" | "isDisabled" | "onDateOrder"> & {
  dates: ColumnOrder;
  heading: string;
};

/** Asks for the order of the dates where the column does not tell. */
function DateOrderChoice(props: DateOrderChoiceProps) {
  const { dates, heading, dateOrder, isDisabled, onDateOrder } = props;
  if (dates.kind === "none" || dates.kind === "known") return null;
  const question =
    dates.kind === "either"
      ? `${heading}: “${dates.example}” can be two days, and no date of the column tells which.`
      : `${heading}: “${dates.dayFirst}” has its day first, “${dates.monthFirst}” its month. Dates of the other order will be refused.`;
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

/** The first cell that says something, an unclear date for choice. */
function exampleOf({ rows }: Sheet, column: number): string {
  const texts = rows.slice(0, 50).flatMap(({ cells }) => cells[column] || []);
  return texts.find(isAmbiguousDate) ?? texts[0] ?? "";
}
