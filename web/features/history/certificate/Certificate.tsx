import { useState, Fragment } from "react";
import { QrCode } from "@/components/codes/QrCode";
import { Wordmark } from "@/components/Wordmark";
import { useConfig } from "@/hooks/data/useConfig";
import { useNameOf } from "@/hooks/data/usePeople";
import { useViewer } from "@/hooks/data/useViewer";
import { serverNow } from "@/lib/serverClock";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { formatDateTime } from "#domain/common/dates";
import { deviceName } from "#domain/samples/deviceName";
import { groupImei } from "#domain/identifiers/imei";
import { describeDetails } from "#domain/custody/requestDetails";
import { sampleAddress } from "#domain/identifiers/sampleAddress";
import { RecordSentence } from "../RecordSentence";
import { placeOf } from "../timeline/RecordEntry";

type CertificateProps = {
  sample: Doc<"samples">;
  /** All records of the sample. */
  oldestFirst: readonly Doc<"history">[];
};

/** The printable certificate. Times are UTC, because it may be read in a different country. */
export function Certificate({ sample, oldestFirst }: CertificateProps) {
  const address = sampleAddress(window.location.origin, sample._id);
  const nameOf = useNameOf(sample.samplmanag);
  const facts = [
    ["Serial number", sample.serialNumber],
    ["IMEI 1", groupImei(sample.imei1)],
    ["IMEI 2", groupImei(sample.imei2)],
    ["Device type", sample.hwtype],
    ["Hardware version", sample.hwVersion],
    ["Customer", sample.customers],
    ["Status", sample.status],
    ["Held by", `${nameOf(sample.samplmanag)} (${sample.samplmanag})`],
    ["Place", placeOf(sample)],
  ].filter(([, value]) => value);
  return (
    <article className="max-w-3xl rounded-lg border bg-white p-4 text-sm text-neutral-900 shadow-sm [print-color-adjust:exact] sm:p-8 print:max-w-none print:border-0 print:p-0 print:shadow-none">
      <style>{"@page { size: A4; margin: 16mm }"}</style>
      <header className="flex items-start justify-between gap-6 border-b border-neutral-300 pb-5">
        <div>
          <CompanyLine />
          <h2 className="mt-6 text-xl font-semibold tracking-tight">Certificate of custody</h2>
          <p className="mt-1 text-base">{deviceName(sample)}</p>
        </div>
        <QrCode text={address} className="-m-2 size-32 shrink-0" />
      </header>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-b border-neutral-300 py-5 sm:grid-cols-3 print:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-neutral-600">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <EmailText>{value ?? ""}</EmailText>
            </dd>
          </div>
        ))}
      </dl>
      <table className="mt-5 w-full text-left text-[13px]">
        <caption className="mb-2 text-left font-semibold">Every step, oldest first</caption>
        <thead>
          <tr className="border-b border-neutral-400 text-xs text-neutral-600">
            <th className="py-1.5 pr-4 font-medium">Time (UTC)</th>
            <th className="py-1.5 pr-4 font-medium">Step</th>
            <th className="py-1.5 font-medium">Status, place</th>
          </tr>
        </thead>
        <tbody>
          {oldestFirst.map((record) => (
            <Step key={record._id} record={record} />
          ))}
        </tbody>
      </table>
      <PrintedBy address={address} />
    </article>
  );
}

function CompanyLine() {
  const companyName = useConfig()?.companyName;
  return (
    <p className="flex items-center gap-3">
      <Wordmark />
      <span className="text-neutral-600">{companyName}</span>
    </p>
  );
}

function Step({ record }: { record: Doc<"history"> }) {
  return (
    <tr className="border-b border-neutral-200 align-top [break-inside:avoid]">
      <td className="w-20 py-1.5 pr-4 tabular-nums sm:w-auto sm:whitespace-nowrap">
        {formatDateTime(record.actiondate, "UTC")}
      </td>
      <td className="py-1.5 pr-4 [overflow-wrap:anywhere]">
        <RecordSentence record={record} />
        <span className="block text-xs text-neutral-600">
          <EmailText>{record.email}</EmailText>
          {record.onBehalfOf !== undefined && (
            <>
              {" "}
              for <EmailText>{record.onBehalfOf}</EmailText>
            </>
          )}
        </span>
        {record.reason !== undefined && <q className="block text-xs">{record.reason}</q>}
        {describeDetails(record.requestDetails).map(({ name, label, text }) => (
          <span key={name} className="block text-xs">
            {label}: {text}
          </span>
        ))}
      </td>
      <td className="py-1.5">
        {record.status}
        <span className="block text-xs text-neutral-600">{placeOf(record)}</span>
      </td>
    </tr>
  );
}

function PrintedBy({ address }: { address: string }) {
  const { displayName, email } = useViewer();
  const [at] = useState(serverNow);
  return (
    <footer className="mt-6 text-xs text-neutral-600 [break-inside:avoid]">
      <p>
        Printed by {displayName} (<EmailText>{email}</EmailText>) on {formatDateTime(at, "UTC")}{" "}
        UTC. The record itself cannot be edited; its present state:
      </p>
      <p className="font-mono [overflow-wrap:anywhere]">{address}</p>
    </footer>
  );
}

/** Text with e-mail addresses that wrap before the @ instead of inside a word. */
function EmailText({ children }: { children: string }) {
  const [first, ...rest] = children.split("@");
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          <wbr />@{part}
        </Fragment>
      ))}
    </>
  );
}
