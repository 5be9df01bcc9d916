import { LISTS, type ListName } from "./lists";

/**
 * The stored fields of a sample with the words screens, exports and imports use for them.
 * Spelling of the fields: product.md, Names; they are the headings of people's spreadsheets.
 */
export const FIELD_LABELS = {
  country: "Country",
  brand: "Brand",
  model: "Model",
  devTypes: "Hardware type",
  hwtype: "Device type",
  os: "Operating system",
  tNetworks: "Networks",
  slots: "SIM slots",
  simCard: "SIM card",
  hwVersion: "Hardware Version",
  serialNumber: "Serial Number",
  imei1: "IMEI 1",
  imei2: "IMEI 2",
  receiveDate: "Received Date",
  deliveredBy: "Delivered by",
  customers: "Customers",
  custsamplmanag: "Customer sample manager",
  samplmanag: "Sample Manager",
  samplmanagname: "Sample manager's name",
  lastmanag: "Last Manager",
  supervisor: "Supervisor",
  phoneNumber: "Phone number",
  location: "Location",
  lat: "Latitude",
  lng: "Longitude",
  locationR: "Delivery location",
  regfromlat: "Delivery latitude",
  regfromlng: "Delivery longitude",
  city: "City",
  comments: "Comments",
  status: "Status",
  duplicate: "Duplicate",
  registeredby: "Registered by",
  registereddate: "Registered Date",
  inTransitTo: "In Transit To",
  inTransitDate: "In Transit Date",
  inUseDate: "In Use Date",
  inReturnTo: "In Return To",
  inReturnDate: "In Return Date",
  returnedDate: "Returned Date",
  inOSapprby: "Request Lost To",
  reqOSDate: "Request Lost Date",
  osDate: "Lost Date",
} as const;

export type SampleField = keyof typeof FIELD_LABELS;

/** The text fields that a form or a spreadsheet row fills. */
export const TEXT_FIELDS = [
  "country",
  "brand",
  "model",
  "devTypes",
  "hwtype",
  "os",
  "tNetworks",
  "slots",
  "simCard",
  "hwVersion",
  "serialNumber",
  "imei1",
  "imei2",
  "deliveredBy",
  "customers",
  "custsamplmanag",
  "phoneNumber",
  "location",
  "locationR",
  "comments",
] as const satisfies readonly SampleField[];
export type TextField = (typeof TEXT_FIELDS)[number];

/** Coordinates in degrees that a form or a row may give. */
export const COORDINATE_FIELDS = ["lat", "lng", "regfromlat", "regfromlng"] as const;
export type CoordinateField = (typeof COORDINATE_FIELDS)[number];

/**
 * What a person states about a sample when registering or editing it. `receiveDate`: epoch ms, UTC.
 * `samplmanag` and `lastmanag` count at registration only: later, holders change by hand-over.
 */
export type SampleInput = Record<TextField, string> & {
  [field in CoordinateField]?: number | undefined;
} & {
  receiveDate?: number | undefined;
  samplmanag?: string | undefined;
  lastmanag?: string | undefined;
};

/** How a value is shown and filtered. */
export type ColumnKind = "text" | "identifier" | "status" | "person" | "date";
export type ColumnFilter = "select" | "text" | "dates";
export type Column<Field extends string = SampleField> = {
  readonly field: Field;
  readonly label: string;
  readonly kind: ColumnKind;
  readonly filter: ColumnFilter;
};

const select = <Field extends SampleField>(
  field: Field,
  kind: ColumnKind = "text",
  label: string = FIELD_LABELS[field],
): Column<Field> => ({ field, label, kind, filter: "select" });
const text = <Field extends SampleField>(field: Field, label: string): Column<Field> => ({
  field,
  label,
  kind: "identifier",
  filter: "text",
});
const date = <Field extends SampleField>(field: Field): Column<Field> => ({
  field,
  label: FIELD_LABELS[field],
  kind: "date",
  filter: "dates",
});

const IMEIS = [text("imei1", "Imei 1"), text("imei2", "Imei 2")];
const SERIAL = text("serialNumber", "Serial Number");

const HELD_COLUMNS: readonly Column[] = [
  select("country"),
  select("samplmanag", "person", "User"),
  select("customers"),
  select("brand"),
  select("model"),
  SERIAL,
  ...IMEIS,
  select("status", "status"),
];

/** Source: doc 2 §2, "Transfer Sample". */
const TRANSFER_COLUMNS: readonly Column[] = [
  ...HELD_COLUMNS,
  select("inTransitTo", "person"),
  date("inTransitDate"),
  date("inUseDate"),
];

/** Columns of the lists, in order, without Actions. Source: doc 2 §2, which says nothing of `open`'s. */
export const LIST_COLUMNS: Readonly<Record<ListName, readonly Column[]>> = {
  open: [...HELD_COLUMNS, date("registereddate"), date("receiveDate")],
  transfer: TRANSFER_COLUMNS,
  return: [
    ...TRANSFER_COLUMNS,
    select("inReturnTo", "person", "In Return to"),
    date("inReturnDate"),
  ],
  lost: [...TRANSFER_COLUMNS, select("inOSapprby", "person"), date("reqOSDate")],
  delete: [
    select("country"),
    select("brand"),
    select("model"),
    select("hwVersion"),
    SERIAL,
    ...IMEIS,
    select("status", "status"),
  ],
};

/** What a history record copies of its sample, as it is after the step. Source: doc 2 §3. */
export const HISTORY_FIELDS = [
  "status",
  "samplmanag",
  "lastmanag",
  "supervisor",
  "country",
  "city",
  "customers",
  "brand",
  "model",
  "serialNumber",
  "imei1",
  "imei2",
] as const satisfies readonly SampleField[];

/** The fields of a history record that its screen shows. `actiondate`: epoch ms, UTC. */
export type HistoryField = (typeof HISTORY_FIELDS)[number] | "action" | "actiondate";

/** Source: doc 2 §2, "History Sample". */
export const HISTORY_COLUMNS: readonly Column<HistoryField>[] = [
  select("country"),
  select("city"),
  select("customers"),
  select("brand"),
  select("model"),
  SERIAL,
  ...IMEIS,
  { field: "action", label: "Action", kind: "text", filter: "select" },
  select("status", "status"),
  select("samplmanag", "person"),
  select("lastmanag", "person"),
  select("supervisor", "person"),
  { field: "actiondate", label: "Action Date", kind: "date", filter: "dates" },
];

/** The title of a list's screen. */
export function listTitle(list: ListName): string {
  return LISTS[list].title;
}
