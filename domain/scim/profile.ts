/** How a directory's attributes become the fields of a person. */
import { COUNTRIES } from "../common/countries";
import { isPhoneNumber } from "../common/phone";
import type { StatedAddress, StatedUser } from "./statedUser";

/** The parts of a name as the directory stated them last. */
export type NameParts = { readonly givenName?: string; readonly familyName?: string };

/**
 * The name to show for a person; undefined if nothing was stated about it.
 *
 * @param known parts stated earlier, because a directory may send only the part that changed
 */
export function statedName(stated: StatedUser, known: NameParts = {}): string | undefined {
  if (stated.displayName !== undefined) return stated.displayName;
  if (stated.formattedName !== undefined) return stated.formattedName;
  if (stated.givenName === undefined && stated.familyName === undefined) return undefined;
  const { givenName = known.givenName, familyName = known.familyName } = stated;
  if (givenName === undefined || familyName === undefined) return undefined;
  return `${givenName} ${familyName}`;
}

/** A phone number that SMS accepts, or undefined. */
export function statedPhone({ phone }: StatedUser): string | undefined {
  return phone !== undefined && isPhoneNumber(phone) ? phone : undefined;
}

/** Address, city and country, as far as stated; the address falls back to city and country. */
export function statedPlace({ address = {} }: StatedUser) {
  const country = countryName(address.country ?? "");
  const city = address.locality ?? "";
  return { userLocation: addressText(address, city, country), city, country };
}

function addressText({ formatted, streetaddress }: StatedAddress, city: string, country: string) {
  if (formatted !== undefined) return formatted;
  return [streetaddress ?? "", city, country].filter((part) => part !== "").join(", ");
}

const BY_NAME: ReadonlyMap<string, string> = new Map(
  COUNTRIES.map((country) => [country.toLowerCase(), country]),
);

/** The listed country of an ISO 3166 code or an English name; "" for any other text. */
export function countryName(text: string): string {
  const name = /^[a-z]{2}$/i.test(text) ? nameOfCode(text.toUpperCase()) : text;
  return BY_NAME.get(name.toLowerCase()) ?? "";
}

const nameOfCode = (code: string) => new Intl.DisplayNames("en", { type: "region" }).of(code) ?? "";
