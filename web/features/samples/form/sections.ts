import type { PickListKind } from "#domain/samples/pickLists";
import type { CoordinateField, StatedField } from "#domain/samples/fields";

/** The kind of control of a form's field. */
type FieldInput =
  | { kind: "text" }
  /** Free text, with a pick list's values to choose from. */
  | { kind: "suggest"; list: PickListKind | "countries" }
  /** One of a pick list's values. */
  | { kind: "choice"; list: PickListKind }
  | { kind: "serial" }
  | { kind: "imei"; slot: 1 | 2 }
  /** `isMasked`: the number takes the form +99 99 99999 9999 while it is typed. */
  | { kind: "phone"; isMasked?: true }
  /** Completed from known places, with their coordinates in two other fields. */
  | { kind: "address"; lat: CoordinateField; lng: CoordinateField }
  | { kind: "date" }
  | { kind: "comments" }
  /** A holder's e-mail: decided at registration, changed by hand-overs only. */
  | { kind: "holder" };

export type FormField = {
  name: StatedField;
  input: FieldInput;
  help?: string;
  /** May be left empty. */
  isOptional?: true;
  /** Asked for at registration only. */
  isNewOnly?: true;
};

export type Section = { title: string; description?: string; fields: readonly FormField[] };

/** They come first: a scan begins a registration, and the IMEI tells the model. */
const IDENTIFIERS: Section = {
  title: "Identifiers",
  description: "A barcode scanner works here: it types and goes on.",
  fields: [
    { name: "serialNumber", input: { kind: "serial" } },
    { name: "imei1", input: { kind: "imei", slot: 1 } },
    { name: "imei2", input: { kind: "imei", slot: 2 } },
  ],
};

const PLACE_HELP = "Pick it from the list. The country follows.";
const COMMENTS_HELP = "Condition and accessories: whoever receives it checks it against this.";

/** The fields of New Sample and its edit (docs/product.md, "Two forms"). */
// prettier-ignore
export const NEW_SAMPLE_SECTIONS: readonly Section[] = [
  IDENTIFIERS,
  {
    title: "Device",
    fields: [
      { name: "brand", input: { kind: "suggest", list: "brandModel" } },
      { name: "model", input: { kind: "suggest", list: "deviceModal" } },
      { name: "hwtype", input: { kind: "choice", list: "devTypes" } },
      { name: "devTypes", input: { kind: "choice", list: "hwtypesModel" } },
      { name: "os", input: { kind: "suggest", list: "osModel" } },
      { name: "tNetworks", input: { kind: "suggest", list: "Networks" } },
      { name: "simCard", input: { kind: "suggest", list: "simCard" } },
      { name: "slots", input: { kind: "choice", list: "slotsModel" } },
    ],
  },
  {
    title: "Where it came from",
    fields: [
      { name: "custsamplmanag", input: { kind: "text" } },
      { name: "receiveDate", input: { kind: "date" } },
      { name: "deliveredBy", input: { kind: "text" }, isNewOnly: true },
      { name: "locationR", input: { kind: "address", lat: "regfromlat", lng: "regfromlng" }, isNewOnly: true },
    ],
  },
  {
    title: "Where it is",
    fields: [
      { name: "samplmanag", input: { kind: "holder" } },
      { name: "lastmanag", input: { kind: "holder" }, help: "Whoever had it before: custody is told from there." },
      { name: "country", input: { kind: "suggest", list: "countries" } },
      { name: "location", input: { kind: "address", lat: "lat", lng: "lng" }, help: PLACE_HELP },
      { name: "phoneNumber", input: { kind: "phone" }, help: "International form: +49 30 1234567" },
      { name: "comments", input: { kind: "comments" }, help: COMMENTS_HELP },
    ],
  },
];

/** The fields of Add Sample and Edit Sample (docs/product.md, "Two forms"). */
// prettier-ignore
export const FULL_SAMPLE_SECTIONS: readonly Section[] = [
  IDENTIFIERS,
  {
    title: "Device",
    fields: [
      { name: "brand", input: { kind: "suggest", list: "brandModel" } },
      { name: "model", input: { kind: "suggest", list: "deviceModal" } },
      { name: "hwtype", input: { kind: "choice", list: "devTypes" } },
      { name: "hwVersion", input: { kind: "suggest", list: "hardwareVersion" } },
      { name: "customers", input: { kind: "suggest", list: "customersModel" } },
      { name: "slots", input: { kind: "choice", list: "slotsModel" } },
    ],
  },
  {
    title: "Delivery",
    fields: [
      { name: "deliveredBy", input: { kind: "text" } },
      { name: "receiveDate", input: { kind: "date" }, isOptional: true },
      { name: "locationR", input: { kind: "address", lat: "regfromlat", lng: "regfromlng" }, help: "Where it was received from." },
      { name: "phoneNumber", input: { kind: "phone", isMasked: true }, help: "+99 99 99999 9999" },
    ],
  },
  {
    title: "Where it is",
    fields: [
      { name: "location", input: { kind: "address", lat: "lat", lng: "lng" }, help: PLACE_HELP },
      { name: "country", input: { kind: "suggest", list: "countries" }, isOptional: true },
      { name: "comments", input: { kind: "comments" }, help: COMMENTS_HELP },
    ],
  },
  {
    title: "More, if it is known",
    fields: [
      { name: "devTypes", input: { kind: "choice", list: "hwtypesModel" }, isOptional: true },
      { name: "os", input: { kind: "suggest", list: "osModel" }, isOptional: true },
      { name: "tNetworks", input: { kind: "suggest", list: "Networks" }, isOptional: true },
      { name: "simCard", input: { kind: "suggest", list: "simCard" }, isOptional: true },
      { name: "custsamplmanag", input: { kind: "text" }, isOptional: true },
    ],
  },
];
