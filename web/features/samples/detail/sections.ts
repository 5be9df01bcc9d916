import type { Doc } from "../../../../convex/_generated/dataModel";
import { FIELD_LABELS, type SampleField } from "#domain/samples/fields";
import { describeDetails } from "#domain/custody/requestDetails";

export type DetailField = { label: string; isWide?: true } & (
  | { kind: "text" | "long" | "identifier"; value: string }
  | { kind: "person"; value: string | undefined }
  /** `isDay`: a day without a time, stored as UTC midnight. */
  | { kind: "date"; value: number | undefined; isDay?: true }
);

type DetailSection = { title: string; fields: DetailField[] };

/** Fields of the detail screen by section, in display order. */
export function detailSections(sample: Doc<"samples">): DetailSection[] {
  const text = (field: SampleField, kind: "text" | "long" | "identifier" = "text") => ({
    label: FIELD_LABELS[field],
    kind,
    value: String(sample[field] ?? ""),
  });
  const person = (field: "samplmanag" | "lastmanag" | "supervisor" | "registeredby") => ({
    label: FIELD_LABELS[field],
    kind: "person" as const,
    value: sample[field],
  });
  const date = (field: "registereddate" | "inTransitDate" | "inUseDate") => ({
    label: FIELD_LABELS[field],
    kind: "date" as const,
    value: sample[field],
  });
  return [
    {
      title: "Identifiers",
      fields: [
        text("serialNumber", "identifier"),
        text("imei1", "identifier"),
        text("imei2", "identifier"),
        ...(sample.duplicate === "none"
          ? []
          : [{ ...text("duplicate"), value: duplicates(sample) }]),
        { label: "Index", kind: "text", value: indexOf(sample) },
        { label: "ID", kind: "identifier", value: sample._id, isWide: true },
      ],
    },
    {
      title: "Device",
      fields: [
        text("brand"),
        text("model"),
        text("hwtype"),
        text("devTypes"),
        text("hwVersion"),
        text("os"),
        text("tNetworks"),
        text("simCard"),
        text("slots"),
      ],
    },
    {
      title: "Custody",
      fields: [
        person("samplmanag"),
        person("lastmanag"),
        person("supervisor"),
        text("country"),
        text("city"),
        text("location"),
        text("phoneNumber"),
        { ...date("inTransitDate"), label: "Transfer Date" },
        date("inUseDate"),
        ...pending(sample),
      ],
    },
    {
      title: "Registration",
      fields: [
        text("customers"),
        text("custsamplmanag"),
        { ...RECEIVED, value: sample.receiveDate },
        text("deliveredBy"),
        text("locationR"),
        person("registeredby"),
        date("registereddate"),
        ...(sample.registrantInFile === undefined ? [] : [text("registrantInFile")]),
        text("comments", "long"),
      ],
    },
  ];
}

const RECEIVED = { label: FIELD_LABELS.receiveDate, kind: "date", isDay: true } as const;

/** The fields of a deleted sample that a history record keeps. */
export function keptSection(record: Doc<"history">): DetailField[] {
  const kept = <Kind extends "text" | "identifier" | "person">(
    kind: Kind,
    ...fields: (keyof typeof FIELD_LABELS & keyof Doc<"history">)[]
  ) =>
    fields.map((field) => ({
      label: FIELD_LABELS[field],
      kind,
      value: String(record[field] ?? ""),
    }));
  return [
    ...kept("identifier", "serialNumber", "imei1", "imei2"),
    ...kept("text", "brand", "model", "customers", "country", "city"),
    ...kept("person", "samplmanag", "lastmanag", "supervisor"),
    { label: "ID", kind: "identifier", value: record.sampleId, isWide: true },
  ];
}

/** Enough characters to tell samples apart: about 10^12 combinations. */
const INDEX_LENGTH = 8;

/** The sample's index: the last characters of its id, short enough to read out. Not stored. */
function indexOf({ _id }: Doc<"samples">): string {
  return _id.slice(-INDEX_LENGTH).toUpperCase();
}

/** Names the IMEIs that the sample shares with another sample. */
function duplicates({ duplicate }: Doc<"samples">): string {
  const { imei1, imei2 } = FIELD_LABELS;
  return { none: "", imei1, imei2, both: `${imei1} and ${imei2}` }[duplicate];
}

/** People and dates of an open or finished hand-over: the fields that are set in this status. */
function pending(sample: Doc<"samples">): DetailField[] {
  const people = (["inTransitTo", "inReturnTo", "inOSapprby"] as const).map((field) => ({
    label: FIELD_LABELS[field],
    kind: "person" as const,
    value: sample[field],
  }));
  const dates = (["inReturnDate", "returnedDate", "reqOSDate", "osDate"] as const).map((field) => ({
    label: FIELD_LABELS[field],
    kind: "date" as const,
    value: sample[field],
  }));
  const said = describeDetails(sample.requestDetails).map(({ label, text: value }) => ({
    label,
    kind: "long" as const,
    value,
  }));
  return [...people, ...said, ...dates].filter(({ value }) => value !== undefined);
}
