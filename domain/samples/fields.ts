import { LISTS, type ListName } from "./lists";

/**
 * The stored fields of a sample with their labels on screens, in exports and in imports. Their
 * spelling follows the headings of the labs' spreadsheets (docs/product.md, "Names of stored
 * fields").
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
  registrantInFile: "Registered by, in the file",
  inTransitTo: "In Transit To",
  inTransitDate: "In Transit Date",
  inUseDate: "In Use Date",
  inReturnTo: "In Return To",
  inReturnDate: "In Return Date",
  returnedDate: "Returned Date",
  inOSapprby: "Request Lost To",
  reqOSDate: "Request Lost Date",
  osDate: "Lost Date",
  overdueAt: "Overdue since",
} as const;

export type SampleField = keyof typeof FIELD_LABELS;

/** Text fields that a form or a spreadsheet row fills. */
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

/** Text fields shared by all samples of a model. */
export const MODEL_FIELDS = [
  "devTypes",
  "hwtype",
  "os",
  "tNetworks",
  "slots",
  "simCard",
  "hwVersion",
] as const satisfies readonly TextField[];

/** Coordinates in degrees that a form or a row may give. */
export const COORDINATE_FIELDS = ["lat", "lng", "regfromlat", "regfromlng"] as const;
export type CoordinateField = (typeof COORDINATE_FIELDS)[number];

/**
 * A sample as a person states it when registering or editing. `receiveDate`: epoch ms, UTC. `city`:
 * set if a location was picked, because a typed location does not show which part is the city.
 * `samplmanag` and `lastmanag` count only at registration; later, a sample changes hands by
 * hand-over. `registrantInFile`: the registrant named in an imported file, in the file's words; it
 * grants no rights.
 */
export type SampleInput = Record<TextField, string> & {
  [field in CoordinateField]?: number | undefined;
} & {
  receiveDate?: number | undefined;
  /**
   * True for a device without an IMEI. Not stored, because such a sample simply has neither IMEI.
   */
  noImei?: boolean | undefined;
  city?: string | undefined;
  samplmanag?: string | undefined;
  lastmanag?: string | undefined;
  registrantInFile?: string | undefined;
};

/** Fields of a `SampleInput` that a sample stores. */
export type StatedField = Exclude<keyof SampleInput, "noImei">;

/** Decides how a column's values are shown and filtered. */
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
const date = <Field extends SampleField>(
  field: Field,
  label: string = FIELD_LABELS[field],
): Column<Field> => ({
  field,
  label,
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

/** Columns shared by the three hand-over lists. */
const TRANSFER_COLUMNS: readonly Column[] = [
  ...HELD_COLUMNS,
  select("inTransitTo", "person"),
  date("inTransitDate"),
  date("inUseDate"),
];

/** Columns of each list, in screen order, without the actions. */
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
  report: [
    select("country"),
    select("city"),
    select("samplmanag", "person", "User"),
    select("customers"),
    select("brand"),
    select("model"),
    SERIAL,
    ...IMEIS,
    select("hwVersion"),
    select("status", "status"),
    date("registereddate"),
    date("receiveDate", "Receive Date"),
  ],
};

/** Columns of the exported report: the report's, without the city. */
export const EXPORT_REPORT_COLUMNS: readonly Column[] = LIST_COLUMNS.report.filter(
  ({ field }) => field !== "city",
);

/** Titles of the two reports. */
export const REPORT_TITLES = {
  report: "Sample Management System - Report Sample",
  export: "Export Report Sample",
} as const;

/** Fields that a history record copies from its sample, with their values after the step. */
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

/** Fields of a history record shown on the History screen. `actiondate`: epoch ms, UTC. */
export type HistoryField = (typeof HISTORY_FIELDS)[number] | "action" | "actiondate";

/** Columns of the History screen, in order. */
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
