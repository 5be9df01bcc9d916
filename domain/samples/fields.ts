import { keysOf } from "../common/objects";
import { LISTS, type ListName } from "./lists";

/** How a field is shown and filtered. Degrees are not a column of any list. */
export type ColumnKind = "text" | "identifier" | "status" | "person" | "date";

type FieldSpec = {
  /** On screens, in exports and in imports. */
  readonly label: string;
  readonly kind: ColumnKind | "degrees";
  /** How a browser's copy stores it: web/lib/columns/columnDeclaration.ts. */
  readonly form: "dictionary" | "date" | "digits" | "text" | "number";
  /** Set if a form or a spreadsheet row fills it. Texts are "" if not entered, numbers absent. */
  readonly stated?: "text" | "number";
  /** A sample may lack it. */
  readonly isOptional?: true;
  /** False: a search does not look at it. */
  readonly isSearched?: false;
};

/**
 * The fields of a sample, in the order of exports. All are exported and sent to browsers' copies.
 * Their spelling follows the headings of the labs' spreadsheets (docs/product.md, "Names of stored
 * fields").
 *
 * Labels, inputs, validators, upgrades, rows and columns derive from these rows and name a field
 * only for a rule of its own, so that a company's fields can join as rows that come from data.
 */
// oxfmt-ignore
export const SAMPLE_FIELDS = {
  country:          { label: "Country",                       kind: "text",       form: "dictionary", stated: "text" },
  brand:            { label: "Brand",                         kind: "text",       form: "dictionary", stated: "text" },
  model:            { label: "Model",                         kind: "text",       form: "dictionary", stated: "text" },
  devTypes:         { label: "Hardware type",                 kind: "text",       form: "dictionary", stated: "text" },
  hwtype:           { label: "Device type",                   kind: "text",       form: "dictionary", stated: "text" },
  os:               { label: "Operating system",              kind: "text",       form: "dictionary", stated: "text" },
  tNetworks:        { label: "Networks",                      kind: "text",       form: "dictionary", stated: "text" },
  slots:            { label: "SIM slots",                     kind: "text",       form: "dictionary", stated: "text" },
  simCard:          { label: "SIM card",                      kind: "text",       form: "dictionary", stated: "text" },
  hwVersion:        { label: "Hardware Version",              kind: "text",       form: "dictionary", stated: "text" },
  serialNumber:     { label: "Serial Number",                 kind: "identifier", form: "text",       stated: "text" },
  imei1:            { label: "IMEI 1",                        kind: "identifier", form: "digits",     stated: "text" },
  imei2:            { label: "IMEI 2",                        kind: "identifier", form: "digits",     stated: "text" },
  receiveDate:      { label: "Received Date",                 kind: "date",       form: "date",       stated: "number", isOptional: true },
  deliveredBy:      { label: "Delivered by",                  kind: "text",       form: "dictionary", stated: "text" },
  customers:        { label: "Customers",                     kind: "text",       form: "dictionary", stated: "text" },
  custsamplmanag:   { label: "Customer sample manager",       kind: "text",       form: "dictionary", stated: "text" },
  samplmanag:       { label: "Sample Manager",                kind: "person",     form: "dictionary" },
  samplmanagname:   { label: "Sample manager's name",         kind: "text",       form: "dictionary" },
  lastmanag:        { label: "Last Manager",                  kind: "person",     form: "dictionary", isOptional: true },
  supervisor:       { label: "Supervisor",                    kind: "person",     form: "dictionary" },
  phoneNumber:      { label: "Phone number",                  kind: "text",       form: "dictionary", stated: "text" },
  location:         { label: "Location",                      kind: "text",       form: "dictionary", stated: "text" },
  lat:              { label: "Latitude",                      kind: "degrees",    form: "number",     stated: "number", isOptional: true },
  lng:              { label: "Longitude",                     kind: "degrees",    form: "number",     stated: "number", isOptional: true },
  locationR:        { label: "Delivery location",             kind: "text",       form: "dictionary", stated: "text" },
  regfromlat:       { label: "Delivery latitude",             kind: "degrees",    form: "number",     stated: "number", isOptional: true },
  regfromlng:       { label: "Delivery longitude",            kind: "degrees",    form: "number",     stated: "number", isOptional: true },
  city:             { label: "City",                          kind: "text",       form: "dictionary" },
  comments:         { label: "Comments",                      kind: "text",       form: "text",       stated: "text" },
  status:           { label: "Status",                        kind: "status",     form: "dictionary" },
  duplicate:        { label: "Duplicate",                     kind: "text",       form: "dictionary", isSearched: false },
  registeredby:     { label: "Registered by",                 kind: "person",     form: "dictionary" },
  registereddate:   { label: "Registered Date",               kind: "date",       form: "date" },
  registrantInFile: { label: "Registered by, in the file",    kind: "text",       form: "dictionary", isOptional: true },
  inTransitTo:      { label: "In Transit To",                 kind: "person",     form: "dictionary", isOptional: true },
  inTransitDate:    { label: "In Transit Date",               kind: "date",       form: "date",       isOptional: true },
  inUseDate:        { label: "In Use Date",                   kind: "date",       form: "date",       isOptional: true },
  inReturnTo:       { label: "In Return To",                  kind: "person",     form: "dictionary", isOptional: true },
  inReturnDate:     { label: "In Return Date",                kind: "date",       form: "date",       isOptional: true },
  returnedDate:     { label: "Returned Date",                 kind: "date",       form: "date",       isOptional: true },
  inOSapprby:       { label: "Request Lost To",               kind: "person",     form: "dictionary", isOptional: true },
  reqOSDate:        { label: "Request Lost Date",             kind: "date",       form: "date",       isOptional: true },
  osDate:           { label: "Lost Date",                     kind: "date",       form: "date",       isOptional: true },
  overdueAt:        { label: "Overdue since",                 kind: "date",       form: "date",       isOptional: true, isSearched: false },
} as const satisfies Readonly<Record<string, FieldSpec>>;

type SampleFields = typeof SAMPLE_FIELDS;
export type SampleField = keyof SampleFields;
/** The fields whose row has these properties. */
export type FieldsWith<Spec> = {
  [Field in SampleField]: SampleFields[Field] extends Spec ? Field : never;
}[SampleField];

/** Finds the fields whose row has a property with this value. */
export function fieldsWith<const Name extends keyof FieldSpec, const Value extends FieldSpec[Name]>(
  name: Name,
  value: Value,
) {
  const has = (field: SampleField): field is FieldsWith<{ readonly [name in Name]: Value }> =>
    (SAMPLE_FIELDS[field] as FieldSpec)[name] === value;
  return keysOf(SAMPLE_FIELDS).filter(has);
}

export const FIELD_LABELS = Object.fromEntries(
  keysOf(SAMPLE_FIELDS).map((field) => [field, SAMPLE_FIELDS[field].label]),
) as Readonly<Record<SampleField, string>>;

/** Text fields that a form or a spreadsheet row fills. */
export const TEXT_FIELDS = fieldsWith("stated", "text");
export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * Every text, not entered: a base to copy. The spread matters: V8 keeps what `fromEntries` returns
 * as a hash table, and copying that would take two fifths of the time of an imported row.
 */
export const NO_TEXTS: Readonly<Record<TextField, string>> = {
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ""])) as Record<TextField, string>),
};

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
export const COORDINATE_FIELDS = fieldsWith("kind", "degrees");
export type CoordinateField = (typeof COORDINATE_FIELDS)[number];

/** Fields that registering and editing store as stated. */
export const STATED_FIELDS = [...TEXT_FIELDS, ...COORDINATE_FIELDS, "receiveDate"] as const;

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

export type ColumnFilter = "select" | "text" | "dates";
export type Column<Field extends string = SampleField> = {
  readonly field: Field;
  readonly label: string;
  readonly kind: ColumnKind;
  readonly filter: ColumnFilter;
};

const FILTERS: Readonly<Record<ColumnKind, ColumnFilter>> = {
  text: "select",
  status: "select",
  person: "select",
  identifier: "text",
  date: "dates",
};

function column<Field extends FieldsWith<{ readonly kind: ColumnKind }>>(
  field: Field,
  label: string = FIELD_LABELS[field],
): Column<Field> {
  const { kind } = SAMPLE_FIELDS[field];
  return { field, label, kind, filter: FILTERS[kind] };
}

const IDENTIFIERS = [
  column("serialNumber"),
  column("imei1", "Imei 1"),
  column("imei2", "Imei 2"),
] as const;

const HELD_COLUMNS: readonly Column[] = [
  column("country"),
  column("samplmanag", "User"),
  column("customers"),
  column("brand"),
  column("model"),
  ...IDENTIFIERS,
  column("status"),
];

/** Columns shared by the three hand-over lists. */
const TRANSFER_COLUMNS: readonly Column[] = [
  ...HELD_COLUMNS,
  column("inTransitTo"),
  column("inTransitDate"),
  column("inUseDate"),
];

/** Columns of each list, in screen order, without the actions. */
export const LIST_COLUMNS: Readonly<Record<ListName, readonly Column[]>> = {
  open: [...HELD_COLUMNS, column("registereddate"), column("receiveDate")],
  transfer: TRANSFER_COLUMNS,
  return: [...TRANSFER_COLUMNS, column("inReturnTo", "In Return to"), column("inReturnDate")],
  lost: [...TRANSFER_COLUMNS, column("inOSapprby"), column("reqOSDate")],
  delete: [
    column("country"),
    column("brand"),
    column("model"),
    column("hwVersion"),
    ...IDENTIFIERS,
    column("status"),
  ],
  report: [
    column("country"),
    column("city"),
    column("samplmanag", "User"),
    column("customers"),
    column("brand"),
    column("model"),
    ...IDENTIFIERS,
    column("hwVersion"),
    column("status"),
    column("registereddate"),
    column("receiveDate", "Receive Date"),
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
  column("country"),
  column("city"),
  column("customers"),
  column("brand"),
  column("model"),
  ...IDENTIFIERS,
  { field: "action", label: "Action", kind: "text", filter: "select" },
  column("status"),
  column("samplmanag"),
  column("lastmanag"),
  column("supervisor"),
  { field: "actiondate", label: "Action Date", kind: "date", filter: "dates" },
];

/** The title of a list's screen. */
export function listTitle(list: ListName): string {
  return LISTS[list].title;
}
