import { useState } from "react";
import { toast } from "sonner";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/connection/attempt";
import { cn } from "@/lib/utils";
import type { SheetRow } from "#domain/imports/spreadsheet/sheet";
import type { ImportRun } from "./importRun";

type CellInputProps = {
  run: ImportRun;
  row: SheetRow;
  column: number;
  label: string;
  /** What is wrong with the cell and how to correct it. */
  error?: string;
  /** The row is imported or being sent, so its cells are read-only. */
  isFixed: boolean;
};

/** A cell that can be corrected: Enter or blur checks its row again. */
export function CellInput({ run, row, column, label, error, isFixed }: CellInputProps) {
  const cell = row.cells[column] ?? "";
  const [text, setText] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const id = `cell-${row.row}-${column}`;
  const correct = async () => {
    if (text === null || text.trim() === cell) return setText(null);
    setIsChecking(true);
    const answer = await attempt(run.edit(row.row, column, text));
    setIsChecking(false);
    setText((typed) => (typed === text ? null : typed)); // more may have been typed meanwhile
    if (!answer.ok) toast.error(answer.message);
  };
  return (
    <div className={cn("grid min-w-0 gap-1", error && "sm:grid-cols-[15rem_1fr] sm:gap-x-3")}>
      <label htmlFor={id} className="truncate text-xs text-muted-foreground sm:col-span-full">
        {label}
      </label>
      <Input
        id={id}
        value={text ?? cell}
        readOnly={isFixed}
        aria-busy={isChecking || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        autoComplete="off"
        className="h-8 sm:h-8"
        onChange={({ target }) => setText(target.value)}
        onBlur={() => void correct()}
        onKeyDown={({ key }) => {
          if (key === "Enter") void correct();
          if (key === "Escape") setText(null);
        }}
      />
      {error && (
        <p
          id={`${id}-error`}
          className="self-center text-xs text-destructive [overflow-wrap:anywhere]"
        >
          {error}
        </p>
      )}
    </div>
  );
}
