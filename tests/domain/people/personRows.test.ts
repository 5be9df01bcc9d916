/** Imports of people (docs/product.md, "Importing people"). */
import { describe, expect, test } from "vitest";
import {
  fieldOfPersonHeading,
  peopleToImport,
  readPeopleColumns,
} from "#domain/imports/peopleSheet";
import { parsePersonRow } from "#domain/people/personRows";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";

const parse = (texts: Record<string, string>) => parsePersonRow(texts, "company.com");
const wrong = (texts: Record<string, string>) =>
  parse(texts).problems.map(({ code, field }) => `${field}: ${code}`);

describe("a row of a person", () => {
  test("contains an e-mail, and the settings of its filled cells", () => {
    const texts = {
      email: " Nora@Company.com ",
      role: "Supervisor",
      supervisor: "SARA@company.com",
      disabled: "FALSE",
      samplmax: "25",
      trInTransitDays: "0",
      samplmaxr: "",
    };
    expect(parse(texts)).toEqual({
      email: "nora@company.com",
      settings: {
        role: "supervisor",
        supervisor: "sara@company.com",
        disabled: false,
        samplmax: 25,
        trInTransitDays: 0,
      },
      problems: [],
    });
  });

  test("names its role in any case", () => {
    const roleOf = (role: string) => parse({ email: "n@company.com", role }).settings.role;
    expect(["USER", "User", "admin"].map(roleOf)).toEqual(["user", "user", "admin"]);
  });

  test("reports each of its errors, with the cell concerned", () => {
    expect(
      wrong({ email: "nora", role: "king", disabled: "gone", samplmax: "-1", samplmaxr: "1.5" }),
    ).toEqual([
      "email: INPUT_INVALID",
      "role: NOT_A_CHOICE",
      "disabled: STATUS_TEXT",
      "samplmax: THRESHOLD_INVALID",
      "samplmaxr: THRESHOLD_INVALID",
    ]);
  });

  test("requires an e-mail of the company", () => {
    expect(wrong({})).toEqual(["email: FIELD_MISSING"]);
    expect(wrong({ email: "nora@elsewhere.com" })).toEqual(["email: EMAIL_NOT_COMPANY"]);
    expect(wrong({ email: "nora@sub.company.com" })).toEqual(["email: EMAIL_NOT_COMPANY"]);
  });

  test("a row of a person with a field that is not a setting is refused, including a password", () => {
    const { problems } = parse({ email: "nora@company.com", password: "Secret-1!" });
    expect(problems).toMatchObject([
      { code: "PERSON_FIELD_UNKNOWN", message: "'password' is not a setting of a person" },
    ]);
  });

  test("loses the apostrophe that protects a formula", () => {
    expect(parse({ email: "'-nora@company.com" }).email).toBe("-nora@company.com");
  });
});

describe("a sheet of people", () => {
  test("has its columns recognised by names, labels and aliases", () => {
    const headings = ["E-mail", "ROLE", "reports to", "Samples in use", "tr_owner_samples"];
    expect(headings.map(fieldOfPersonHeading)).toEqual([
      "email",
      "role",
      "supervisor",
      "samplmax",
      "trOwnerSamples",
    ]);
  });

  test("has its other columns named, and a manual choice has priority", () => {
    const headings = ["E-mail", "Private mail", "Phone", "Reasons"];
    const chosen = new Map([["Private mail", "email" as const]]);
    const { fields, ignored } = readPeopleColumns(headings, chosen);
    expect(fields).toEqual([null, "email", null, null]);
    expect(ignored).toEqual(["E-mail", "Phone"]);
  });

  test.each(["Password", "temp_passwd", "User pwd", "passwordHash", "Pass", "pass phrase"])(
    "a sheet of people with the column %s is recognised to have passwords",
    (heading) => {
      expect(readPeopleColumns(["email", heading]).passwords).toEqual([heading]);
    },
  );

  test("a sheet of people with passport numbers is not mistaken for one with passwords", () => {
    expect(readPeopleColumns(["email", "passPort", "Passport Number"]).passwords).toEqual([]);
  });

  test("refuses a person who occurs twice, naming the earlier row", async () => {
    const text = "email,role\nnora@x.com,user\nNORA@x.com,admin\n,\nola@x.com,user\n";
    const sheet = await parseSheet(Buffer.from(text), SHEET_LIMITS, { table: "people" });
    const { rows, refused } = peopleToImport(sheet, readPeopleColumns(sheet.headings).fields);
    expect(rows.map(({ row }) => row)).toEqual([2, 5]);
    expect(refused).toMatchObject([
      { row: 3, problems: [{ code: "PERSON_REPEATED", value: "NORA@x.com", earlierRow: 2 }] },
    ]);
  });

  test("may have a title above its headings", async () => {
    const text = "Staff of the lab\n\nE-mail,Role\nnora@x.com,user\n";
    const sheet = await parseSheet(Buffer.from(text), SHEET_LIMITS, { table: "people" });
    expect(sheet.headings).toEqual(["E-mail", "Role"]);
  });
});
