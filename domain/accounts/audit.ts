/**
 * The audit log: who changed whose data, and the values before and after (docs/product.md, "Audit
 * log").
 */
import { PICK_LIST_KINDS, PICK_LISTS } from "../samples/pickLists";
import { PRIVATE_LABELS } from "../people/privateData";
import { SETTING_LABELS, settingInWords } from "../people/settings";

/** Kinds of records, in the words of screens and filters. */
export const AUDIT_ACTIONS = [
  "Employee Updated",
  "Private Data Updated",
  "E-mail Changed",
  "Supervisor Added",
  "Supervisor Updated",
  "Supervisor Deleted",
  "Admin Added",
  "Admin Deleted",
  "Option Added",
  "Option Updated",
  "Option Deleted",
  "Options Merged",
  "Mail Retried",
  "Test Mail Sent",
  "Person Invited",
  "Invitation Updated",
  "Invitation Revoked",
  "Sign-in Unlinked",
  "Sign-in Link Made",
  "Second Factor Reset",
  "Second Factor Required",
  "API Token Created",
  "API Token Revoked",
  "Webhook Added",
  "Webhook Updated",
  "Webhook Removed",
  "Person Provisioned",
  "SCIM Token Created",
  "SCIM Token Revoked",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Program from which a change was made: a browser, `sms`, or a company's directory. */
export const AUDIT_ORIGINS = ["web", "terminal", "scim"] as const;
export type AuditOrigin = (typeof AUDIT_ORIGINS)[number];

type AuditValue = string | number | boolean;

/**
 * One changed field. An undefined value means that the field was empty. A private field is named
 * without its values, so both are undefined.
 */
export type AuditChange = {
  readonly field: string;
  readonly isPrivate?: true;
  readonly from?: AuditValue;
  readonly to?: AuditValue;
};

/** Fields of a person whose values only they, their supervisor and admins may see. */
const PRIVATE_FIELDS: ReadonlySet<string> = new Set([
  "displayName",
  "passPort",
  "phoneNumber",
  "photoURL",
  "country",
  "city",
  "location",
  "userLocation",
  "userLat",
  "userLng",
  "realLocation",
  "realLat",
  "realLng",
]);

/**
 * Returns the fields of `after` that differ from `before`, in the order of `after`. An undefined
 * field of `after` was cleared; a missing one was not changed.
 */
export function auditChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, AuditValue | undefined>>,
): AuditChange[] {
  return Object.entries(after).flatMap(([field, to]): AuditChange[] => {
    const from = before[field] as AuditValue | undefined;
    if (from === to) return [];
    if (PRIVATE_FIELDS.has(field)) return [{ field, isPrivate: true }];
    return [
      { field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
    ];
  });
}

/** Labels of the fields in forms; other fields are shown under their stored names. */
const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(PICK_LIST_KINDS.map((kind) => [kind, PICK_LISTS[kind].label])),
    ...SETTING_LABELS,
    ...PRIVATE_LABELS,
    email: "E-mail",
    events: "Steps",
    secondFactorRoles: "Roles",
    url: "Address",
  }),
);

/** "Role: User → Admin, Passport: changed". Leaves out an address's coordinates. */
export function describeAuditChanges(changes: readonly AuditChange[]): string {
  return changes
    .filter(({ field, isPrivate }) => !isPrivate || LABELS.has(field))
    .map((change) => {
      const label = LABELS.get(change.field) ?? change.field;
      if (change.isPrivate) return `${label}: changed`;
      const [from, to] = [change.from, change.to].map((value) => describe(change.field, value));
      return `${label}: ${from} → ${to}`;
    })
    .join(", ");
}

function describe(field: string, value: AuditValue | undefined): string {
  return value === undefined ? "–" : settingInWords(field, value);
}
