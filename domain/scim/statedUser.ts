/**
 * What a directory states about a person. A whole user (POST, PUT) and the operations of a PATCH
 * assign values to the same attributes, so both are read here.
 */
import { refusalOf } from "../common/errors";
import { MAX_TEXT, plainName } from "../common/plainText";
import { textRefusal } from "../common/textRefusal";
import { badRequest, CORE_USER, ENTERPRISE_USER, type ScimFault } from "./messages";
import { isSchema, parsePath, type AttributePath } from "./paths";

/** Missing: not stated. Null: removed. */
export type StatedUser = {
  userName?: string;
  externalId?: string | null;
  active?: boolean;
  displayName?: string;
  formattedName?: string;
  givenName?: string;
  familyName?: string;
  phone?: string;
  address?: StatedAddress;
  /** Id or e-mail. */
  manager?: string | null;
};

/** The sub-attributes of an address that are read. */
const ADDRESS_PARTS = ["formatted", "streetaddress", "locality", "country"] as const;
type AddressPart = (typeof ADDRESS_PARTS)[number];
export type StatedAddress = { readonly [Part in AddressPart]?: string };

/** Types of phone numbers and addresses, the preferred ones first. */
const PREFERRED = ["work", "primary", "mobile"];

/** Attributes of RFC 7643 that directories send and SMS does not store. */
const NOT_STORED: ReadonlySet<string> = new Set(
  (
    "schemas id meta groups nickname profileurl title usertype preferredlanguage locale timezone " +
    "password ims photos entitlements roles x509certificates " +
    "employeenumber costcenter organization division department"
  ).split(" "),
);

/** Assigns values to the attributes of one person; keeps the first fault and reads on. */
export class StatedUserReader {
  readonly #stated: StatedUser = {};
  readonly #phones = new Map<string, string>();
  readonly #addresses = new Map<string, { [Part in AddressPart]?: string }>();
  fault: ScimFault | null = null;

  /** What was stated; of several phone numbers and addresses, the preferred ones. */
  result(): StatedUser {
    const phone = preferred(this.#phones);
    const address = preferred(this.#addresses);
    return { ...this.#stated, ...(phone && { phone }), ...(address && { address }) };
  }

  refuse(fault: ScimFault): void {
    this.fault ??= fault;
  }

  /** Assigns all attributes of an object; those of no known schema are ignored. */
  assignAll(attributes: object): void {
    for (const [key, value] of Object.entries(attributes) as [string, unknown][]) {
      if (isSchema(key, ENTERPRISE_USER) || isSchema(key, CORE_USER)) {
        if (isObject(value)) this.assignAll(value);
        continue;
      }
      const path = parsePath(key);
      if (path !== null) this.assign(path, value);
    }
  }

  /** @returns false for an attribute of neither schema */
  assign(path: AttributePath, value: unknown): boolean {
    const { attribute, sub } = path;
    switch (attribute) {
      case "username":
        this.#setText("userName", value, "userName");
        return true;
      case "externalid":
        if (isEmpty(simple(value))) this.#stated.externalId = null;
        else this.#setText("externalId", value, "externalId");
        return true;
      case "active":
        this.#setActive(value);
        return true;
      case "displayname":
        this.#setText("displayName", value, "displayName");
        return true;
      case "name":
        return this.#assignName(sub, value);
      case "manager":
        if (sub === undefined || sub === "value") this.#setManager(value);
        return true;
      case "phonenumbers":
        this.#each(path, value, (type, element) => this.#addPhone(type, element));
        return true;
      case "addresses":
        this.#each(path, value, (type, element) => this.#addAddress(type, element));
        return true;
      case "emails": // the e-mail is the userName
        return true;
      default:
        return NOT_STORED.has(attribute);
    }
  }

  /** @returns false for an attribute that neither exists nor can be removed */
  remove({ attribute, sub }: AttributePath): boolean {
    switch (attribute) {
      case "username":
      case "active":
        this.refuse(badRequest("mutability", `${attribute} cannot be removed.`));
        return true;
      case "externalid":
        this.#stated.externalId = null;
        return true;
      case "manager":
        if (sub === undefined || sub === "value") this.#stated.manager = null;
        return true;
      case "displayname":
      case "name":
      case "emails":
      case "phonenumbers":
      case "addresses":
        return true; // a person keeps these
      default:
        return NOT_STORED.has(attribute);
    }
  }

  #assignName(sub: string | undefined, value: unknown): boolean {
    switch (sub) {
      case undefined:
        if (isObject(value)) {
          for (const [key, part] of Object.entries(value)) {
            this.#assignName(key.toLowerCase(), part);
          }
        }
        return true;
      case "formatted":
        this.#setText("formattedName", value, "name.formatted");
        return true;
      case "givenname":
        this.#setText("givenName", value, "name.givenName");
        return true;
      case "familyname":
        this.#setText("familyName", value, "name.familyName");
        return true;
      default:
        return ["middlename", "honorificprefix", "honorificsuffix"].includes(sub);
    }
  }

  /** An empty text states nothing, except where null means removal. */
  #setText(
    field: "userName" | "externalId" | "displayName" | "formattedName" | "givenName" | "familyName",
    value: unknown,
    label: string,
  ): void {
    const stated = simple(value);
    if (isEmpty(stated)) return;
    if (typeof stated !== "string") {
      return this.refuse(badRequest("invalidValue", `${label} must be a text.`));
    }
    // Identifiers stay as they are: composing a Kelvin sign would make it a K, another address.
    const isName = field !== "userName" && field !== "externalId";
    const text = isName ? plainName(stated) : stated.trim();
    const refused = textRefusal(text, { label, max: MAX_TEXT });
    if (refused !== null) return this.refuse(badRequest("invalidValue", refused.message));
    this.#stated[field] = text;
  }

  /** Entra ID sends the texts "True" and "False". */
  #setActive(value: unknown): void {
    const stated = simple(value);
    const text = typeof stated === "string" ? stated.trim().toLowerCase() : stated;
    if (text === true || text === "true") this.#stated.active = true;
    else if (text === false || text === "false") this.#stated.active = false;
    else this.refuse(badRequest("invalidValue", "active must be true or false."));
  }

  #setManager(value: unknown): void {
    const stated = simple(value);
    if (isEmpty(stated)) this.#stated.manager = null;
    else if (typeof stated === "string" && stated.length <= MAX_TEXT) {
      this.#stated.manager = stated.trim();
    } else {
      const { message } = refusalOf("SCIM_MANAGER", { value: "…" });
      this.refuse(badRequest("invalidValue", message));
    }
  }

  /** Calls `add` for each element that a path and its value state. */
  #each(
    { type = "other", sub }: AttributePath,
    value: unknown,
    add: (type: string, element: object) => void,
  ): void {
    if (sub !== undefined) return add(type, { [sub]: value });
    for (const element of (Array.isArray(value) ? value : [value]) as unknown[]) {
      if (!isObject(element)) continue;
      const stated = lowerCaseKeys(element);
      const own = stated["type"];
      const isPrimary = stated["primary"] === true;
      const named = typeof own === "string" && own !== "" ? own.toLowerCase() : null;
      add(named ?? (isPrimary ? "primary" : type), element);
    }
  }

  /** Phones and addresses fill gaps only, so those that cannot be stored are left out. */
  #addPhone(type: string, element: object): void {
    const text = storable(lowerCaseKeys(element)["value"]);
    if (text !== null) this.#phones.set(type, text);
  }

  #addAddress(type: string, element: object): void {
    const stated = lowerCaseKeys(element);
    const address = this.#addresses.get(type) ?? {};
    for (const part of ADDRESS_PARTS) {
      const text = storable(stated[part]);
      if (text !== null) address[part] = text;
    }
    if (Object.keys(address).length > 0) this.#addresses.set(type, address);
  }
}

function preferred<Value>(byType: ReadonlyMap<string, Value>): Value | undefined {
  const type = PREFERRED.find((each) => byType.has(each));
  return type === undefined ? [...byType.values()][0] : byType.get(type);
}

/** The value itself, or of the forms `[{ "value": … }]` and `{ "value": … }`. */
function simple(value: unknown): unknown {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isObject(only)) return only;
  return lowerCaseKeys(only)["value"];
}

function storable(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = plainName(value);
  return text === "" || textRefusal(text, { label: "", max: MAX_TEXT }) !== null ? null : text;
}

export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** SCIM names ignore case. */
export function lowerCaseKeys(object: object): Readonly<Record<string, unknown>> {
  const entries = Object.entries(object).map(([key, value]) => [key.toLowerCase(), value] as const);
  return Object.fromEntries(entries);
}
