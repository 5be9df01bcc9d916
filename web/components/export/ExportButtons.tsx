import { Braces, ChevronDown, Download, FileText, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { formatCount } from "#domain/common/formatCount";
import type { ExportFormat } from "#domain/exports/exportWriter";
import { useExport, type ExportSource } from "./useExport";

type ExportButtonsProps = ExportSource & {
  /** Without extension. */
  fileName: string;
  /** Number of rows to be written; null if unknown. */
  total: number | null;
};

/** 'Export Excel' and a menu of other formats; while a file is being written, its progress. */
export function ExportButtons({ fileName, total, ...source }: ExportButtonsProps) {
  const { written, start, cancel } = useExport(source);
  return (
    <div role="group" aria-label="Export" data-keeps-focus>
      {written === null ? (
        <Formats
          isEmpty={total === 0}
          onChoose={(format) => start(format, `${fileName}.${format}`)}
        />
      ) : (
        <Progress written={written} total={total} onCancel={cancel} />
      )}
    </div>
  );
}

type FormatsProps = { isEmpty: boolean; onChoose: (format: ExportFormat) => void };

function Formats({ isEmpty, onChoose }: FormatsProps) {
  return (
    <div className="flex">
      <Button
        className="rounded-r-none max-sm:px-3"
        disabled={isEmpty}
        onClick={() => onChoose("xlsx")}
      >
        <Download aria-hidden />
        Export Excel
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            size="icon"
            aria-label="Other formats"
            disabled={isEmpty}
            className="rounded-l-none border-l border-primary-foreground/25"
          >
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => onChoose("csv")}>
            <FileText aria-hidden />
            Export CSV
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => onChoose("json")}>
            <Braces aria-hidden />
            Export JSON
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

type ProgressProps = { written: number; total: number | null; onCancel: () => void };

function Progress({ written, total, onCancel }: ProgressProps) {
  const count = formatCount(written);
  const text = total === null ? `${count} rows` : `${count} of ${formatCount(total)}`;
  return (
    <div className="flex items-center gap-3">
      <div className="grid gap-1">
        <span className="text-xs tabular-nums text-muted-foreground">{text}</span>
        <progress
          aria-label="Writing the file"
          // Without a value, the progress bar is indeterminate.
          {...(total !== null && written > 0 && { value: written, max: total })}
          className="h-1.5 w-40 overflow-hidden rounded-full accent-primary"
        />
      </div>
      <Button variant="outline" onClick={onCancel}>
        <X aria-hidden />
        Cancel
      </Button>
    </div>
  );
}
