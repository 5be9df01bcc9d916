import { FileSpreadsheet, Loader2, Upload } from "lucide-react";
import { useId, useState, type DragEvent } from "react";
import { Banner } from "@/components/Banner";
import { buttonVariants } from "@/components/ui/button";
import { cn } from "@/lib/utils";
import { formatCount } from "#domain/common/formatCount";
import { FILE_NAMES } from "#domain/imports/spreadsheet/fileNames";
import type { ParseOptions } from "#domain/imports/spreadsheet/parse";
import { UnreadableSheet } from "#domain/imports/spreadsheet/sheet";
import { FileQuestions } from "./FileQuestions";
import type { ReadFile, ReadSheet } from "./readSheet";
import { StepSection } from "./StepSection";

type FileStepProps = {
  read: ReadSheet;
  /** The kind of table to look for in the file. */
  table: NonNullable<ParseOptions["table"]>;
  file: ReadFile | null;
  /** Rows are being uploaded; choosing another file would end the upload. */
  isSending: boolean;
  onFile: (file: ReadFile | null) => void;
};

/** Answers that the person gives about a file. */
type Answers = Pick<ParseOptions, "sheetName" | "encoding" | "hidden">;

/** Questions that the open file raises; they stay if an answer makes the file unreadable. */
type Questions = Pick<ReadFile["sheet"], "sheetNames" | "hiddenRows" | "encoding">;

/** Takes a spreadsheet, chosen or dropped, and asks for what the file itself leaves open. */
export function FileStep({ read, table, file, isSending, onFile }: FileStepProps) {
  const id = useId();
  const [chosen, setChosen] = useState<File | null>(null);
  const [questions, setQuestions] = useState<Questions>({});
  const [answers, setAnswers] = useState<Answers>({});
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isFixed = isReading || isSending;

  const open = async (picked: File | undefined, given: Answers = {}) => {
    if (!picked || isFixed) return;
    setChosen(picked);
    setAnswers(given);
    setFailure(null);
    setIsReading(true);
    if (picked !== chosen) setQuestions({});
    try {
      const opened = await read(picked, { table, ...given });
      setQuestions(opened.sheet);
      onFile(opened);
    } catch (error) {
      onFile(null);
      const reason = error instanceof UnreadableSheet ? error.message : String(error);
      const { sheetName } = given;
      const what = sheetName === undefined ? picked.name : `Sheet ${sheetName} of ${picked.name}`;
      setFailure(`${what} cannot be read: ${reason}.`);
    } finally {
      setIsReading(false);
    }
  };
  const answer = (given: Answers) => void open(chosen ?? undefined, { ...answers, ...given });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  return (
    <StepSection title="File">
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed p-4"
      >
        <FileSpreadsheet className="size-8 shrink-0 text-muted-foreground" aria-hidden />
        <div className="min-w-0 flex-1 basis-48">
          <p className="text-sm font-medium [overflow-wrap:anywhere]" role="status">
            {isReading ? `Reading ${chosen?.name} …` : fileText(file, questions, chosen)}
          </p>
          <p className="text-xs text-muted-foreground empty:hidden">
            {isSending
              ? "You can choose another file when the upload has finished or is cancelled."
              : file === null &&
                ".xlsx, .xls or .csv with headings, up to 100,000 rows and 50 MiB. You can also drop it here."}
          </p>
        </div>
        {/* The label is drawn over the input, which still takes keyboard focus. */}
        <input
          id={id}
          type="file"
          accept={FILE_NAMES}
          className="peer sr-only"
          disabled={isFixed}
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <label
          htmlFor={id}
          className={cn(
            buttonVariants({ variant: file ? "outline" : "default" }),
            "cursor-pointer peer-focus-visible:ring-2 peer-focus-visible:ring-ring peer-focus-visible:ring-offset-2 peer-disabled:opacity-50",
          )}
        >
          {isReading ? <Loader2 className="animate-spin" aria-hidden /> : <Upload aria-hidden />}
          {file ? "Choose another file" : "Choose a file"}
        </label>
      </div>
      {failure && <Banner tone="error">{failure}</Banner>}
      {file?.sheet.notes.map((note) => (
        <Banner key={note} tone="info">
          {note}
        </Banner>
      ))}
      <FileQuestions
        questions={questions}
        sheetName={answers.sheetName ?? file?.sheet.sheetName}
        isText={failure !== null && /\.csv$/i.test(chosen?.name ?? "")}
        isDisabled={isFixed}
        rows={file?.sheet.rows.length ?? 0}
        onAnswer={answer}
      />
    </StepSection>
  );
}

function fileText(file: ReadFile | null, questions: Questions, chosen: File | null): string {
  if (file === null && chosen !== null && (questions.sheetNames?.length ?? 0) > 1) {
    return `${chosen.name}: choose another sheet`;
  }
  if (file === null) return "No file chosen";
  const { name, sheet } = file;
  const count = sheet.rows.length;
  return `${name}: ${formatCount(count)} ${count === 1 ? "row" : "rows"}`;
}
