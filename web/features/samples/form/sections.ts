import type { PickListKind } from "#domain/samples/pickLists";
import type { CoordinateField, StatedField } from "#domain/samples/fields";

/** The kind of control of a form's field. */
type FieldInput =
  | { kind: "text" }
  /** Free text, with a pick list's values as suggestions. */
  | { kind: "suggest"; list: PickListKind | "countries" }
  /** One value of a pick list. */
  | { kind: "choice"; list: PickListKind }
  | { kind: "serial" }
  | { kind: "imei"; slot: 1 | 2 }
  /** `isMasked`: the number is formatted as +99 99 99999 9999 while it is typed. */
  | { kind: "phone"; isMasked?: true }
  /** Completed from known places; their coordinates go to two other fields. */
  | { kind: "address"; lat: CoordinateField; lng: CoordinateField }
  | { kind: "date" }
  | { kind: "comments" }
  /** A holder's e-mail: set at registration, then changed only by hand-overs. */
  | { kind: "holder" };

export type FormField = {
  name: StatedField;
  input: FieldInput;
  help?: string;
  /** May stay empty. */
  isOptional?: true;
  /** Shown only at registration. */
  isNewOnly?: true;
};

export type SectionName = "identifiers" | "device" | "details" | "place" | "delivery";
export type Section = {
  name: SectionName;
  title: string;
  description?: string;
  fields: readonly FormField[];
};

/** Identifiers come first: a registration begins with a scan, and the IMEI identifies the model. */
const IDENTIFIERS: Section = {
  name: "identifiers",
  title: "Identifiers",
  description: "Scan the serial number and IMEIs; the cursor moves on by itself.",
  fields: [
    { name: "serialNumber", input: { kind: "serial" } },
    { name: "imei1", input: { kind: "imei", slot: 1 } },
    { name: "imei2", input: { kind: "imei", slot: 2 } },
  ],
};

const PLACE_HELP = "Choose from the list; the country is filled in.";
const COMMENTS_HELP = "Condition and accessories, for recipients to check the sample against.";

/** The fields of New Sample and its edit (docs/product.md, "Two forms"). */
// oxfmt-ignore
export const NEW_SAMPLE_SECTIONS: readonly Section[] = [
  IDENTIFIERS,
  {
    name: "device",
    title: "Device",
    fields: [
      { name: "brand", input: { kind: "suggest", list: "brandModel" } },
      { name: "model", input: { kind: "suggest", list: "deviceModal" } },
      { name: "hwtype", input: { kind: "choice", list: "devTypes" } },
      { name: "slots", input: { kind: "choice", list: "slotsModel" } },
      { name: "tNetworks", input: { kind: "suggest", list: "Networks" } },
      { name: "simCard", input: { kind: "suggest", list: "simCard" } },
      { name: "os", input: { kind: "suggest", list: "osModel" } },
      { name: "devTypes", input: { kind: "choice", list: "hwtypesModel" } },
    ],
  },
  {
    name: "place",
    title: "Manager and location",
    fields: [
      { name: "samplmanag", input: { kind: "holder" } },
      { name: "country", input: { kind: "suggest", list: "countries" } },
      { name: "location", input: { kind: "address", lat: "lat", lng: "lng" }, help: PLACE_HELP },
      { name: "phoneNumber", input: { kind: "phone" }, help: "With country code: +49 30 1234567" },
    ],
  },
  {
    name: "delivery",
    title: "This delivery",
    fields: [
      { name: "deliveredBy", input: { kind: "text" }, isNewOnly: true },
      { name: "locationR", input: { kind: "address", lat: "regfromlat", lng: "regfromlng" }, isNewOnly: true },
      { name: "custsamplmanag", input: { kind: "text" } },
      { name: "lastmanag", input: { kind: "holder" }, help: "Who held it before you." },
      { name: "receiveDate", input: { kind: "date" } },
      { name: "comments", input: { kind: "comments" }, help: COMMENTS_HELP },
    ],
  },
];

/** The fields of Add Sample and Edit Sample (docs/product.md, "Two forms"). */
// oxfmt-ignore
export const FULL_SAMPLE_SECTIONS: readonly Section[] = [
  IDENTIFIERS,
  {
    name: "device",
    title: "Device",
    fields: [
      { name: "brand", input: { kind: "suggest", list: "brandModel" } },
      { name: "model", input: { kind: "suggest", list: "deviceModal" } },
      { name: "hwtype", input: { kind: "choice", list: "devTypes" } },
      { name: "slots", input: { kind: "choice", list: "slotsModel" } },
      { name: "hwVersion", input: { kind: "suggest", list: "hardwareVersion" } },
    ],
  },
  {
    name: "details",
    title: "Optional details",
    fields: [
      { name: "tNetworks", input: { kind: "suggest", list: "Networks" }, isOptional: true },
      { name: "simCard", input: { kind: "suggest", list: "simCard" }, isOptional: true },
      { name: "os", input: { kind: "suggest", list: "osModel" }, isOptional: true },
      { name: "devTypes", input: { kind: "choice", list: "hwtypesModel" }, isOptional: true },
      { name: "custsamplmanag", input: { kind: "text" }, isOptional: true },
    ],
  },
  {
    name: "place",
    title: "Location",
    fields: [
      { name: "location", input: { kind: "address", lat: "lat", lng: "lng" }, help: PLACE_HELP },
      { name: "country", input: { kind: "suggest", list: "countries" }, isOptional: true },
      { name: "phoneNumber", input: { kind: "phone", isMasked: true }, help: "+99 99 99999 9999" },
    ],
  },
  {
    name: "delivery",
    title: "This delivery",
    fields: [
      { name: "customers", input: { kind: "suggest", list: "customersModel" } },
      { name: "deliveredBy", input: { kind: "text" } },
      { name: "receiveDate", input: { kind: "date" }, isOptional: true },
      { name: "locationR", input: { kind: "address", lat: "regfromlat", lng: "regfromlng" }, help: "Where it came from." },
      { name: "comments", input: { kind: "comments" }, help: COMMENTS_HELP },
    ],
  },
];
