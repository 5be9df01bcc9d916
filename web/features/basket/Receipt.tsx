import type { FunctionReturnType } from "convex/server";
import { Copy, Printer } from "lucide-react";
import { useState, type ReactNode } from "react";
import { toast } from "sonner";
import { PersonName } from "@/components/sample/Person";
import { SerialLink } from "@/components/sample/SerialLink";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Wordmark } from "@/components/Wordmark";
import { useConfig } from "@/hooks/useConfig";
import { copyText } from "@/lib/clipboard";
import { cn } from "@/lib/utils";
import type { api } from "../../../convex/_generated/api";
import { formatDateTime } from "../../../domain/dates";
import { RECEIPT_HEADINGS, receiptText, resultWords } from "../../../domain/receipts";

type Lines = NonNullable<FunctionReturnType<typeof api.baskets.receipt>>;

type ReceiptProps = {
  /** "Transfer of 12 samples" */
  title: string;
  lines: Lines;
  /** E-mail of the basket's owner, who prints it. */
  owner: string;
  /** What was said or set with all of them. */
  children?: ReactNode;
};

/**
 * The receipt of a finished basket: device, from, to, time and result of each sample. It is printed
 * without the rest of the page, and copied as cells for a spreadsheet.
 */
export function Receipt({ title, lines, owner, children }: ReceiptProps) {
  const copy = async () => {
    await copyText(receiptText(lines));
    toast.success("Receipt copied");
  };
  return (
    <Card className="min-w-0 [print-color-adjust:exact] print:border-0 print:shadow-none">
      <style>{"@page { size: A4; margin: 14mm }"}</style>
      <section aria-label="Receipt">
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b px-4 py-1.5 print:border-0 print:px-0">
          <h2 className="text-sm font-semibold print:hidden">Receipt</h2>
          <PrintedHeading title={title} />
          <div className="no-print flex gap-2">
            <Button size="sm" variant="outline" onClick={() => void copy()}>
              <Copy aria-hidden />
              Copy
            </Button>
            <Button size="sm" variant="outline" onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          </div>
        </header>
        {children}
        <ReceiptTable lines={lines} />
        <PrintedBy email={owner} />
      </section>
    </Card>
  );
}

function ReceiptTable({ lines }: { lines: Lines }) {
  return (
    // Scrolls sideways by itself on a phone; a keyboard reaches it there.
    <div
      className="overflow-x-auto print:overflow-visible"
      tabIndex={0}
      role="group"
      aria-label="Lines"
    >
      <table className="w-full min-w-[44rem] text-left text-[13px] print:min-w-0 print:text-xs">
        <thead>
          <tr className="border-b text-xs text-muted-foreground">
            {Object.entries(RECEIPT_HEADINGS).map(([name, heading]) => (
              <th key={name} scope="col" className="px-4 py-2 font-medium print:px-1">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr
              key={line.sampleId}
              className="border-b border-border/60 align-top last:border-b-0 print:break-inside-avoid [&>td]:px-4 [&>td]:py-2 [&>td]:print:px-1"
            >
              <td>{line.device || "–"}</td>
              <td>
                {line.serialNumber === "" ? (
                  "–"
                ) : (
                  <SerialLink sampleId={line.sampleId} serialNumber={line.serialNumber} />
                )}
              </td>
              <td>{line.from === undefined ? "–" : <PersonName email={line.from} />}</td>
              <td>{line.to === undefined ? "–" : <PersonName email={line.to} />}</td>
              <td className="whitespace-nowrap tabular-nums">
                {line.at === undefined ? "–" : formatDateTime(line.at, "UTC")}
              </td>
              <td className={cn(line.outcome === "refused" && "text-destructive")}>
                {resultWords(line)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PrintedHeading({ title }: { title: string }) {
  const companyName = useConfig()?.companyName;
  return (
    <div className="hidden w-full print:block">
      <p className="flex items-center gap-3">
        <Wordmark />
        <span className="text-muted-foreground">{companyName}</span>
      </p>
      <p className="mt-4 text-lg font-semibold tracking-tight">Receipt: {title}</p>
    </div>
  );
}

function PrintedBy({ email }: { email: string }) {
  const [at] = useState(() => Date.now());
  return (
    <p className="mt-4 hidden text-xs text-muted-foreground print:block">
      Printed by <PersonName email={email} /> ({email}) on {formatDateTime(at, "UTC")} UTC.
    </p>
  );
}
