import { Field } from "@/components/forms/Field";
import { Select } from "@/components/ui/select";
import { ENCODING_NAMES, ENCODINGS, type Encoding } from "#domain/imports/spreadsheet/encodings";
import type { HIDDEN_ROWS } from "#domain/imports/spreadsheet/limits";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";

type FileQuestionsProps = {
  questions: Pick<Sheet, "sheetNames" | "hiddenRows" | "encoding">;
  /** The sheet that was read, or chosen. */
  sheetName: string | undefined;
  /** True for a text file that could not be decoded. */
  isText: boolean;
  isDisabled: boolean;
  /** Number of rows read. */
  rows: number;
  onAnswer: (answer: {
    sheetName?: string;
    hidden?: (typeof HIDDEN_ROWS)[number];
    encoding?: Encoding;
  }) => void;
};

/** Asks which sheet and rows of a workbook to import, and in which encoding a text file is. */
export function FileQuestions(props: FileQuestionsProps) {
  const { questions, sheetName, isText, isDisabled, rows, onAnswer } = props;
  const { sheetNames = [], hiddenRows, encoding } = questions;
  const all = hiddenRows ? rows + (hiddenRows.areRead ? 0 : hiddenRows.count) : 0;
  return (
    <>
      {sheetNames.length > 1 && (
        <Field label="Sheet" className="max-w-xs">
          {(control) => (
            <Select
              {...control}
              value={sheetName}
              disabled={isDisabled}
              onChange={({ target }) => onAnswer({ sheetName: target.value })}
            >
              {sheetNames.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {hiddenRows && (
        <Field
          label={`${hiddenRows.count} of ${all} rows ${hiddenRows.count === 1 ? "is" : "are"} hidden`}
          className="max-w-xs"
        >
          {(control) => (
            <Select
              {...control}
              value={hiddenRows.areRead ? "import" : "skip"}
              disabled={isDisabled}
              onChange={({ target }) =>
                onAnswer({ hidden: target.value === "import" ? "import" : "skip" })
              }
            >
              <option value="skip">Leave out</option>
              <option value="import">Import too</option>
            </Select>
          )}
        </Field>
      )}
      {(encoding !== undefined || isText) && (
        <Field label="Encoding" className="max-w-xs">
          {(control) => (
            <Select
              {...control}
              value={encoding ?? "utf-8"}
              disabled={isDisabled}
              onChange={({ target }) => {
                const chosen = ENCODING_NAMES.find((name) => name === target.value);
                if (chosen !== undefined) onAnswer({ encoding: chosen });
              }}
            >
              {ENCODING_NAMES.map((name) => (
                <option key={name} value={name}>
                  {ENCODINGS[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}
