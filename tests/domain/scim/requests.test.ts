import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFilter } from "#domain/scim/filters";
import { CORE_USER, ENTERPRISE_USER } from "#domain/scim/messages";
import { parsePath } from "#domain/scim/paths";
import { countryName, statedName, statedPlace } from "#domain/scim/profile";
import { readPatch, readUser } from "#domain/scim/requests";
import { COUNTRIES } from "#domain/common/countries";
import { property } from "../../support/property";

const KINDS = ["add", "replace", "remove", "Replace"];
const PATHS = [
  ...["userName", "active", "name", "name.givenName", "emails", 'emails[type eq "work"].value'],
  ...["phoneNumbers", 'addresses[type eq "work"].country', "externalId", "manager", CORE_USER],
  ...[ENTERPRISE_USER, `${ENTERPRISE_USER}:manager`, "__proto__", "constructor", "[", "a.b.c"],
];

describe("a path", () => {
  test.each([
    ["userName", { attribute: "username", isEnterprise: false }],
    ["name.givenName", { attribute: "name", sub: "givenname", isEnterprise: false }],
    [`${CORE_USER}:name.familyName`, { attribute: "name", sub: "familyname", isEnterprise: false }],
    [`${ENTERPRISE_USER}:manager`, { attribute: "manager", isEnterprise: true }],
    [
      `${ENTERPRISE_USER.toUpperCase()}:manager.value`,
      { attribute: "manager", sub: "value", isEnterprise: true },
    ],
    [
      'emails[type eq "work"].value',
      { attribute: "emails", type: "work", sub: "value", isEnterprise: false },
    ],
    [
      "roles[primary eq true].value",
      { attribute: "roles", type: "primary", sub: "value", isEnterprise: false },
    ],
  ])("%s", (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  test.each(["", ".", "a.b.c", "a[b]", 'a[type eq "x" or type eq "y"]', "urn:example:a", "a b"])(
    "is not %j",
    (text) => {
      expect(parsePath(text)).toBeNull();
    },
  );
});

describe("a filter", () => {
  test("compares the text that its JSON means", () => {
    expect(parseFilter('userName eq "a\\"b\\u0041"')).toEqual({ by: "userName", value: 'a"bA' });
  });

  property([fc.string({ unit: "grapheme" })])("finds exactly any quoted text", (value) => {
    const filter = parseFilter(`externalId eq ${JSON.stringify(value)}`);
    expect(filter).toEqual({ by: "externalId", value });
  });
});

describe("a stated user", () => {
  const read = (body: object) => {
    const answer = readUser(body);
    if ("fault" in answer) throw new Error(answer.fault.detail);
    return answer.stated;
  };

  test("is read in any spelling of its attributes", () => {
    const upper = { USERNAME: "a@b.c", NAME: { GIVENNAME: "A" }, Active: "TRUE" };
    expect(read(upper)).toEqual({ userName: "a@b.c", givenName: "A", active: true });
  });

  test("keeps identifiers as they are, and composes names", () => {
    const stated = { userName: "\u212Aevin@b.c", externalId: " Id  7", displayName: "A\u0301  B" };
    expect(read(stated)).toEqual({
      userName: "\u212Aevin@b.c",
      externalId: "Id  7",
      displayName: "\u00C1 B",
    });
  });

  test.each([
    [{ type: "home", value: "1" }, { type: "work", value: "2" }, "2"],
    [{ type: "mobile", value: "1" }, { type: "home", value: "2" }, "1"],
    [{ value: "1", primary: true }, { type: "mobile", value: "2" }, "1"],
    [{ type: "work", value: "" }, { type: "fax", value: "2" }, "2"],
  ])("has of the phone numbers %o and %o the %s", (one, other, phone) => {
    expect(read({ phoneNumbers: [one, other] })).toEqual({ phone });
  });

  test("shows the stated name, else the one made of its parts and those known before", () => {
    expect(statedName({ displayName: "D", formattedName: "F", givenName: "G" })).toBe("D");
    expect(statedName({ formattedName: "F", givenName: "G", familyName: "L" })).toBe("F");
    expect(statedName({ familyName: "L" }, { givenName: "G", familyName: "M" })).toBe("G L");
    expect(statedName({ familyName: "L" })).toBeUndefined();
    expect(statedName({}, { givenName: "G", familyName: "M" })).toBeUndefined();
  });

  test("is in a listed country, by code or by name", () => {
    const found = ["BR", "br", "brazil", "CI", "ZZ", "1A", "Atlantis", ""].map(countryName);
    const ivoryCoast = COUNTRIES.find((country) => country.startsWith("Côte"));
    expect(found).toEqual(["Brazil", "Brazil", "Brazil", ivoryCoast, "", "", "", ""]);
    expect(statedPlace({ address: { locality: "Lisbon", country: "PT" } })).toEqual({
      userLocation: "Lisbon, Portugal",
      city: "Lisbon",
      country: "Portugal",
    });
  });
});

describe("a deactivation", () => {
  test("is read beside faults, and the last statement counts", () => {
    const operation = (value: unknown) => ({ op: "replace", path: "active", value });
    const faulty = { op: "add", path: "unheard", value: 1 };
    expect(readPatch({ Operations: [faulty, operation(false)] })).toEqual({
      stated: { active: false },
    });
    const answer = readPatch({ Operations: [operation(false), faulty, operation(true)] });
    expect(answer).toMatchObject({ fault: { scimType: "invalidPath" } });
  });
});

const anyJson = fc.jsonValue({ maxDepth: 4 });
const anyOperation = fc.record(
  {
    op: fc.oneof(fc.constantFrom(...KINDS), anyJson),
    path: fc.oneof(fc.constantFrom(...PATHS), fc.string(), anyJson),
    value: fc.oneof(fc.dictionary(fc.constantFrom(...PATHS), anyJson), anyJson),
  },
  { requiredKeys: [] },
);

property([fc.oneof(fc.dictionary(fc.constantFrom(...PATHS), anyJson), anyJson)])(
  "any JSON is read as a user or refused with a sentence",
  (body) => {
    const answer = readUser(body);
    if ("fault" in answer) expect(answer.fault.detail).toMatch(/\.$|characters$|'/);
  },
);

property([fc.oneof(fc.record({ Operations: fc.array(anyOperation) }), anyJson)])(
  "any JSON is read as a PATCH or refused with a sentence",
  (body) => {
    const answer = readPatch(body);
    if ("fault" in answer) expect(answer.fault.status).toBe(400);
  },
);
