import type { FunctionReturnType } from "convex/server";
import { Copy, Printer } from "lucide-react";
import { useState, type ReactNode } from "react";
import { PersonName } from "@/components/sample/Person";
import { SerialLink } from "@/components/sample/SerialLink";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Wordmark } from "@/components/Wordmark";
import { useConfig } from "@/hooks/data/useConfig";
import { copyAndTell } from "@/lib/clipboard";
import { serverNow } from "@/lib/serverClock";
import { cn } from "@/lib/utils";
import type { api } from "../../../convex/_generated/api";
import { formatDateTime } from "#domain/common/dates";
import { RECEIPT_HEADINGS, receiptText, resultWords } from "#domain/baskets/receipts";

type Lines = NonNullable<FunctionReturnType<typeof api.baskets.receipt>>;

type ReceiptProps = {
  /** "Transfer of 12 samples" */
  title: string;
  lines: Lines;
  /** E-mail of the basket's owner, who prints it. */
  owner: string;
  /** The note, reason or values common to all samples. */
  children?: ReactNode;
};

/**
 * The receipt of a finished basket: device, from, to, time and result of each sample. It can be
 * printed without the rest of the page, and copied as spreadsheet cells.
 */
export function Receipt({ title, lines, owner, children }: ReceiptProps) {
  return (
    <Card className="min-w-0 [print-color-adjust:exact] print:border-0 print:shadow-none">
      <style>{"@page { size: A4; margin: 14mm }"}</style>
      <section aria-label="Receipt">
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b px-4 py-1.5 print:border-0 print:px-0">
          <h2 className="text-sm font-semibold print:hidden">Receipt</h2>
          <PrintedHeading title={title} />
          <div className="no-print flex gap-2">
            <Button
              size="sm"
              variant="outline"
              onClick={() => void copyAndTell(receiptText(lines), "Receipt copied")}
            >
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

/** A table; on a phone each line is a card. */
function ReceiptTable({ lines }: { lines: Lines }) {
  return (
    <table className="w-full text-left text-[13px] print:text-xs [@media_screen_and_(max-width:639px)]:block">
      <thead className="[@media_screen_and_(max-width:639px)]:sr-only">
        <tr className="border-b text-xs text-muted-foreground">
          {Object.entries(RECEIPT_HEADINGS).map(([name, heading]) => (
            <th key={name} scope="col" className="px-4 py-2 font-medium print:px-1">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[@media_screen_and_(max-width:639px)]:block">
        {lines.map((line) => (
          <ReceiptRow key={line.sampleId} line={line} />
        ))}
      </tbody>
    </table>
  );
}

const NOTHING = <span className="[@media_screen_and_(max-width:639px)]:hidden">–</span>;

function ReceiptRow({ line }: { line: Lines[number] }) {
  return (
    <tr
      className={cn(
        "border-b border-border/60 align-top last:border-b-0 print:break-inside-avoid",
        "[&>td]:px-4 [&>td]:py-2 [&>td]:print:px-1",
        "[@media_screen_and_(max-width:639px)]:grid [@media_screen_and_(max-width:639px)]:grid-cols-[minmax(0,1fr)_auto] [@media_screen_and_(max-width:639px)]:gap-x-3 [@media_screen_and_(max-width:639px)]:px-4 [@media_screen_and_(max-width:639px)]:py-2",
        "[&>td]:[@media_screen_and_(max-width:639px)]:block [&>td]:[@media_screen_and_(max-width:639px)]:p-0",
      )}
    >
      <td className="font-medium sm:font-normal">{line.device || NOTHING}</td>
      <td className="order-3">
        {line.serialNumber === "" ? (
          NOTHING
        ) : (
          <SerialLink sampleId={line.sampleId} serialNumber={line.serialNumber} />
        )}
      </td>
      <td className="order-5">
        <Side word="From" email={line.from} />
      </td>
      <td className="order-6">
        <Side word="To" email={line.to} />
      </td>
      <td className="order-4 whitespace-nowrap tabular-nums">
        {line.at === undefined ? NOTHING : formatDateTime(line.at, "UTC")}
      </td>
      <td className={cn("order-2", line.outcome === "refused" && "text-destructive")}>
        {resultWords(line)}
      </td>
    </tr>
  );
}

/** One person of a line. On a phone, which shows no headings, `word` names the person's role. */
function Side({ word, email }: { word: string; email: string | undefined }) {
  if (email === undefined) return NOTHING;
  return (
    <>
      <span className="hidden text-muted-foreground [@media_screen_and_(max-width:639px)]:inline">
        {word}{" "}
      </span>
      <PersonName email={email} />
    </>
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
      <p className="mt-4 text-xs text-muted-foreground">Receipt</p>
      <p className="text-lg font-semibold tracking-tight">{title}</p>
    </div>
  );
}

function PrintedBy({ email }: { email: string }) {
  const [at] = useState(serverNow);
  return (
    <p className="mt-4 hidden text-xs text-muted-foreground print:block">
      Printed by <PersonName email={email} /> ({email}) on {formatDateTime(at, "UTC")} UTC.
    </p>
  );
}
