import { useState, type ReactNode } from "react";
import { Wordmark } from "@/components/Wordmark";
import { useConfig } from "@/hooks/data/useConfig";
import { useNameOf } from "@/hooks/data/usePeople";
import { useViewer } from "@/hooks/data/useViewer";
import { serverNow } from "@/lib/serverClock";
import { formatDateTime } from "#domain/common/dates";
import { deviceName } from "#domain/samples/deviceName";
import {
  countExpected,
  ITEM_STATE_NAMES,
  ITEM_STATES,
  STOCK_TAKE_LABELS,
  type ItemState,
} from "#domain/stockTakes/stockTake";
import { RuleText } from "./RuleText";
import type { Item, StockTake } from "./types";

type StockTakeRecordProps = { stockTake: StockTake; items: readonly Item[] };

/** The printable record. Times are UTC, because it may be read in a different country. */
export function StockTakeRecord({ stockTake, items }: StockTakeRecordProps) {
  const { name, state, rule, openedBy, openedAt, endedBy, endedAt, counts } = stockTake;
  const nameOf = useNameOf(openedBy, endedBy);
  const companyName = useConfig()?.companyName;
  const person = (email: string, at: number) =>
    `${nameOf(email)} (${email}), ${formatDateTime(at, "UTC")} UTC`;
  return (
    <article className="max-w-3xl rounded-lg border bg-white p-4 text-sm text-neutral-900 shadow-sm [print-color-adjust:exact] print:max-w-none sm:p-8 print:border-0 print:p-0 print:shadow-none">
      <style>{"@page { size: A4; margin: 16mm }"}</style>
      <header className="border-b border-neutral-300 pb-5">
        <p className="flex items-center gap-3">
          <Wordmark />
          <span className="text-neutral-600">{companyName}</span>
        </p>
        <p className="mt-6 text-neutral-600">Stock-take</p>
        <h2 className="text-xl font-semibold tracking-tight">{name}</h2>
        <p className="mt-1">
          <RuleText rule={rule} />
        </p>
      </header>
      <dl className="grid gap-x-6 gap-y-3 border-b border-neutral-300 py-5 sm:grid-cols-2 print:grid-cols-2">
        <Fact label="Opened by">{person(openedBy, openedAt)}</Fact>
        {endedBy !== undefined && endedAt !== undefined && (
          <Fact label={`${STOCK_TAKE_LABELS[state]} by`}>{person(endedBy, endedAt)}</Fact>
        )}
        <Fact label="Expected at the start, on record">{countExpected(counts)}</Fact>
        <Fact label="Result">
          {ITEM_STATE_NAMES.filter((each) => counts[each] > 0 || each === "missing")
            .map((each) => `${ITEM_STATES[each].label}\u00a0${counts[each]}`)
            .join(", ")}
        </Fact>
      </dl>
      {ITEM_STATE_NAMES.map((each) => (
        <Lines key={each} state={each} items={items.filter((item) => item.state === each)} />
      ))}
      <PrintedBy isClosed={state === "closed"} />
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-neutral-600">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Lines({ state, items }: { state: ItemState; items: readonly Item[] }) {
  const nameOf = useNameOf(...items.flatMap(({ holder, scannedBy }) => [holder, scannedBy]));
  if (items.length === 0) return null;
  const { label, isScanned } = ITEM_STATES[state];
  return (
    <table className="mt-5 w-full text-left text-[13px] [overflow-wrap:anywhere]">
      <caption className="mb-2 text-left font-semibold">
        {label}: {items.length}
      </caption>
      <thead>
        <tr className="border-b border-neutral-400 text-xs text-neutral-600">
          <th className="py-1.5 pr-4 font-medium">Serial Number</th>
          <th className="py-1.5 pr-4 font-medium">Device</th>
          <th className="py-1.5 pr-4 font-medium">On record</th>
          {isScanned && <th className="py-1.5 font-medium">Scanned (UTC)</th>}
        </tr>
      </thead>
      <tbody>
        {items.map(({ _id, number, brand = "", model = "", ...item }) => (
          <tr key={_id} className="border-b border-neutral-200 align-top [break-inside:avoid]">
            <td className="py-1.5 pr-4 font-mono text-xs">{number}</td>
            <td className="py-1.5 pr-4">{deviceName({ brand, model })}</td>
            <td className="py-1.5 pr-4">
              {item.isHidden && "Held by someone outside your team"}
              {item.holder !== undefined && `${nameOf(item.holder)}, ${item.status}`}
            </td>
            {isScanned && (
              <td className="py-1.5 tabular-nums">
                {item.scannedAt !== undefined && formatDateTime(item.scannedAt, "UTC")}
                {item.scannedBy !== undefined && `, ${nameOf(item.scannedBy)}`}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PrintedBy({ isClosed }: { isClosed: boolean }) {
  const { displayName, email } = useViewer();
  const [at] = useState(serverNow);
  return (
    <footer className="mt-6 text-xs text-neutral-600 [break-inside:avoid]">
      Printed by {displayName} ({email}) on {formatDateTime(at, "UTC")} UTC.{" "}
      {isClosed ? "This record cannot be edited." : "This stock-take was not closed."}
    </footer>
  );
}
