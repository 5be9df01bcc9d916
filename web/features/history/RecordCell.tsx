import { Link } from "@tanstack/react-router";
import { Marked } from "@/components/data-table/search/Marked";
import { sheetLink } from "@/hooks/useSheet";
import { useNameOf } from "@/hooks/data/usePeople";
import { deviceName } from "#domain/samples/deviceName";
import type { HistoryRecord } from "./useHistorySource";
import { describeInFull, sentenceParts } from "./describeRecord";

/** A record as a sentence: "Elif Kaya received Pixel 8 Pro GO9K0169 from Yuki Tanaka". */
export function RecordCell({ record }: { record: HistoryRecord }) {
  const { email, onBehalfOf, recipient, lastmanag } = record;
  const nameOf = useNameOf(email, onBehalfOf, recipient, lastmanag);
  const { actor, verb, rest } = sentenceParts(record, nameOf);
  return (
    <span
      title={describeInFull(record, nameOf)}
      className="line-clamp-2 whitespace-normal leading-4 [text-wrap:pretty]"
    >
      {actor} {verb}{" "}
      <span className="font-semibold">
        <Marked>{deviceName(record)}</Marked>
      </span>{" "}
      <Link
        {...sheetLink(record.sampleId)}
        data-row-link
        className="whitespace-nowrap rounded font-mono text-2xs text-muted-foreground underline-offset-4 hover:text-primary hover:underline"
      >
        <Marked>{record.serialNumber}</Marked>
      </Link>
      {rest !== "" && ` ${rest}`}
    </span>
  );
}
