/** The filters in a table's URL, which people share and mails link to. */
import { isDay } from "../common/days";
import { MAX_CHOSEN, MAX_QUERY_TEXT } from "./queryLimits";

/**
 * The filter of one column, as chosen by a person and stored in the URL. Days are in the reader's
 * time zone (`2026-11-21`), both inclusive, so a shared link refers to each reader's own days.
 * `isUtc`: UTC days, used by links from daily figures.
 */
export type FilterValue =
  | { readonly kind: "select"; readonly anyOf: readonly string[] }
  | { readonly kind: "text"; readonly contains: string }
  | {
      readonly kind: "dates";
      readonly first?: string | undefined;
      readonly last?: string | undefined;
      readonly isUtc?: true;
    };

/** By column id. A column without an entry is not filtered. */
export type Filters = Readonly<Record<string, FilterValue>>;

/**
 * Formats filters for a table's URL, short and readable:
 * `brand=Apple,Samsung;imei1~3569;inUseDate@2026-11-01..2026-11-21`. The character after the column
 * is the kind of filter; `\` escapes a separator within a value; `Z` after days means UTC. Returns
 * undefined if there are no filters.
 */
export function formatAddressFilters(filters: Filters): string | undefined {
  const parts = Object.entries(filters).map(([id, filter]) => {
    switch (filter.kind) {
      case "select":
        return `${id}=${filter.anyOf.map(escape).join(",")}`;
      case "text":
        return `${id}~${escape(filter.contains)}`;
      case "dates":
        return `${id}@${filter.first ?? ""}..${filter.last ?? ""}${filter.isUtc ? "Z" : ""}`;
    }
    return filter satisfies never;
  });
  return parts.length === 0 ? undefined : parts.join(";");
}

/** Parses the filters of a table's URL. Skips invalid ones and keeps the others. */
export function parseAddressFilters(text: string | undefined): Filters {
  if (!text) return {};
  const filters: Record<string, FilterValue> = {};
  for (const part of splitAt(text, ";")) {
    const [, id, mark, value] = /^(\w+)([=~@])(.*)$/s.exec(part) ?? [];
    if (id === undefined || value === undefined) continue;
    const filter = parseValue(mark, value);
    if (filter !== null) filters[id] = filter;
  }
  return filters;
}

/** Returns a URL's filters with the selected value `from` replaced by the values `to`. */
export function replaceChosen(text: string, from: string, ...to: string[]): string {
  const parsed = Object.entries(parseAddressFilters(text));
  const isChosen = parsed.some(([, each]) => each.kind === "select" && each.anyOf.includes(from));
  if (!isChosen) return text; // keeps the original spelling
  const filters = parsed.map(([id, filter]) => {
    if (filter.kind !== "select") return [id, filter];
    return [
      id,
      { ...filter, anyOf: filter.anyOf.flatMap((value) => (value === from ? to : value)) },
    ];
  });
  return formatAddressFilters(Object.fromEntries(filters) as Filters) ?? "";
}

function parseValue(mark: string | undefined, value: string): FilterValue | null {
  if (mark === "=") {
    const anyOf = splitAt(value, ",").map(unescape);
    return anyOf.length > MAX_CHOSEN ? null : { kind: "select", anyOf };
  }
  if (mark === "~") {
    const contains = unescape(value);
    const isText = contains.trim() !== "" && contains.length <= MAX_QUERY_TEXT;
    return isText ? { kind: "text", contains } : null;
  }
  const [, first = "", last = "", zone] = /^(.*)\.\.(.*?)(Z?)$/.exec(value) ?? [];
  const days = { first: isDay(first) ? first : undefined, last: isDay(last) ? last : undefined };
  if (days.first === undefined && days.last === undefined) return null;
  return { kind: "dates", ...days, ...(zone === "Z" && { isUtc: true }) };
}

const escape = (value: string) => value.replace(/[\\,;]/g, "\\$&");
const unescape = (value: string) => value.replace(/\\(.)/gs, "$1");

/** Splits at each `mark` that is not escaped by `\`. */
function splitAt(text: string, mark: string): string[] {
  const parts = [""];
  for (let index = 0; index < text.length; index++) {
    const end = parts.length - 1;
    if (text[index] === mark) parts.push("");
    else if (text[index] === "\\") parts[end] += text.slice(index, ++index + 1);
    else parts[end] += text.charAt(index);
  }
  return parts;
}
