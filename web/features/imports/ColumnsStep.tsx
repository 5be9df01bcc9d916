import { useState, type ReactNode } from "react";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { isAmbiguousDate } from "#domain/common/dateTexts";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import { StepSection } from "./StepSection";

type ColumnsStepProps<Field extends string> = {
  sheet: Sheet;
  columns: {
    /** Field of each column, in the order of the file. */
    readonly fields: readonly (Field | null)[];
    readonly ignored: readonly string[];
    /** Required fields for which the file has no column. */
    readonly missing: readonly Field[];
  };
  /** Fields that a column can be mapped to, in the order of the menu. */
  choices: readonly Field[];
  labels: Readonly<Record<Field, string>>;
  isDisabled: boolean;
  onChoose: (heading: string, field: Field | null) => void;
  /** More questions about the columns. */
  children?: ReactNode;
};

/** Shows the field that each column maps to, which can be changed, and the columns left out. */
export function ColumnsStep<Field extends string>(props: ColumnsStepProps<Field>) {
  const { sheet, columns, choices, labels, isDisabled, onChoose, children } = props;
  const { ignored, missing, fields } = columns;
  const needsAnswer = ignored.length > 0 || missing.length > 0;
  const [isOpen, setIsOpen] = useState(needsAnswer);
  const known = fields.filter((field) => field !== null).length;
  return (
    <StepSection
      title="Columns"
      note={`${known} of ${sheet.headings.filter(Boolean).length} columns recognised.`}
    >
      {missing.length > 0 && (
        <Banner tone="error">
          No column is {missing.map((field) => labels[field]).join(", ")}. Every row needs it:
          choose the column below.
        </Banner>
      )}
      {ignored.length > 0 && (
        <Banner tone="warning">
          Left out: {ignored.join(", ")}. To import a column, choose its field below.
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
                choices={choices}
                labels={labels}
                isDisabled={isDisabled}
                onChoose={(field) => onChoose(heading, field)}
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
      {children}
    </StepSection>
  );
}

type ColumnFieldProps<Field extends string> = Pick<
  ColumnsStepProps<Field>,
  "choices" | "labels" | "isDisabled"
> & {
  heading: string;
  example: string;
  field: Field | null;
  onChoose: (field: Field | null) => void;
};

function ColumnField<Field extends string>(props: ColumnFieldProps<Field>) {
  const { heading, example, field, choices, labels, isDisabled, onChoose } = props;
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <label className="flex min-w-0 flex-col gap-1.5">
        <span className="truncate text-sm font-medium">{heading}</span>
        <Select
          value={field ?? ""}
          disabled={isDisabled}
          onChange={({ target }) => onChoose(choices.find((name) => name === target.value) ?? null)}
        >
          <option value="">Left out</option>
          {choices.map((name) => (
            <option key={name} value={name}>
              {labels[name]} ({name})
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

/** First non-empty cell of a column; in a column of dates, preferably an ambiguous one. */
function exampleOf({ rows }: Sheet, column: number): string {
  const texts = rows.slice(0, 50).flatMap(({ cells }) => cells[column] || []);
  return texts.find(isAmbiguousDate) ?? texts[0] ?? "";
}
