import { describe, expect, test } from "vitest";
import type { z } from "zod";
import type { SampleInput } from "#domain/samples/fields";
import {
  newPasswordInput,
  reasonInput,
  EMPTY_REQUEST,
  requestInput,
  resetInput,
  signInInput,
  signUpInput,
} from "#domain/people/inputs";
import { fullSampleInput, hasEmptyField, newSampleInput } from "#domain/samples/sampleInputs";
import { fullFormAlert } from "#domain/samples/sampleRules";
import { numberedSample } from "../../support/functions/numberedSample";

/** Returns the first message of each field that is refused. */
function messages(schema: z.ZodType, input: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
    found[path.join(".")] ??= message;
  }
  return found;
}

const PASSWORD = "Correct-horse!1";

describe("the sign-in form", () => {
  const input = signInInput("company.com");
  const right = { email: "ana@company.com", password: PASSWORD, remember: true };

  test("accepts an e-mail of the company, with spaces and capitals", () => {
    expect(messages(input, { ...right, email: " Ana@Company.com " })).toEqual({});
  });

  test.each([
    [{ email: "" }, { email: "Email is required" }],
    [{ email: "ana" }, { email: "Must be a valid email" }],
    [{ email: "ana@other.com" }, { email: "Email must be an e-mail of the company" }],
    [{ email: "ana@company.com.evil.com" }, { email: "Email must be an e-mail of the company" }],
    [{ password: "" }, { password: "Password is required" }],
    [{ password: "Short1!" }, { password: "Must be at least 8 characters" }],
    [
      { password: "longenough1" },
      {
        password:
          "Must contain at least one uppercase letter, one lowercase letter, one number, and one special character",
      },
    ],
  ])("%o: %o", (changes, expected) => {
    expect(messages(input, { ...right, ...changes })).toEqual(expected);
  });
});

test.each([
  [signInInput("company.com"), "email", 255],
  [signUpInput("company.com"), "firstName", 255],
  [newPasswordInput, "password", 255],
  [requestInput("transfer"), "recipient", 255],
  [requestInput("transfer"), "note", 255],
  [requestInput("transfer"), "trackingNumber", 100],
  [requestInput("requestLost"), "whatHappened", 1_000],
  [reasonInput(true), "reason", 255],
  [reasonInput(false), "reason", 255],
])("an overlong text is refused with a message for people: $1", (schema, field, max) => {
  const found = messages(schema, { [field]: "x".repeat(10_000) });
  expect(found[field]).toBe(`Must be at most ${max} characters`);
});

describe("the sign-up form", () => {
  const input = signUpInput("company.com");
  const right = {
    firstName: "Ana",
    lastName: "Lima",
    userLocation: "Porto, Portugal",
    country: "Portugal",
    city: "Porto",
    passport: "P1",
    phoneNumber: "+351 21 000 0000",
    email: "ana@company.com",
    password: PASSWORD,
    passwordConfirm: PASSWORD,
  };

  test("accepts a complete form", () => {
    expect(messages(input, right)).toEqual({});
  });

  test("names each empty field in the text that people know", () => {
    const empty = Object.fromEntries(Object.keys(right).map((field) => [field, ""]));
    expect(messages(input, empty)).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
      userLocation: "Location is required",
      country: "Please select a country",
      city: "Please select a city",
      passport: "Passport is required",
      phoneNumber: "This field is Required",
      email: "Email is required",
      password: "Password is required",
      passwordConfirm: "Please repeat the password",
    });
  });

  test.each([
    [{ phoneNumber: "call me" }, { phoneNumber: "Phone number is not valid" }],
    [{ phoneNumber: "123" }, { phoneNumber: "Phone number is not valid" }],
    [{ passwordConfirm: "other" }, { passwordConfirm: "Passwords must match" }],
    [{ passwordConfirm: "" }, { passwordConfirm: "Please repeat the password" }],
  ])("%o: %o", (changes, expected) => {
    expect(messages(input, { ...right, ...changes })).toEqual(expected);
  });
});

test("a form accepts 255 characters in any field and refuses more", () => {
  const long = "a".repeat(256);
  const limited = {
    firstName: long,
    lastName: long,
    userLocation: long,
    country: long,
    city: long,
    passport: long,
    email: `${long}@company.com`,
    password: `A1!${long}`,
  };
  const typed = {
    ...limited,
    phoneNumber: "+351 21 000 0000",
    passwordConfirm: limited.password,
  };
  const refusals = Object.keys(limited).map((name) => [name, "Must be at most 255 characters"]);
  expect(messages(signUpInput("company.com"), typed)).toEqual(Object.fromEntries(refusals));
});

test("a reset requires an e-mail of the company, and a new password its repetition", () => {
  expect(messages(resetInput("company.com"), { email: "" })).toEqual({
    email: "Email is required",
  });
  const typed = { code: "12345678", password: PASSWORD, passwordConfirm: "else" };
  expect(messages(newPasswordInput, typed)).toEqual({ passwordConfirm: "Passwords must match" });
});

test("a hand-over requires a recipient", () => {
  expect(messages(requestInput("transfer"), { ...EMPTY_REQUEST, recipient: " " })).toEqual({
    recipient: "Please select one e-mail first.",
  });
});

describe("the forms of a sample", () => {
  const device: SampleInput = {
    ...numberedSample(1),
    custsamplmanag: "Lab",
    samplmanag: "ana@company.com",
    lastmanag: "none",
  };

  test("accept a complete device", () => {
    expect(messages(newSampleInput(), device)).toEqual({});
    expect(messages(fullSampleInput(), device)).toEqual({});
    expect(hasEmptyField(device)).toBe(false);
  });

  test("New Sample requires every field, IMEI 2 unless the device has one slot", () => {
    expect(hasEmptyField({ ...device, comments: " " })).toBe(true);
    expect(hasEmptyField({ ...device, receiveDate: undefined })).toBe(true);
    expect(hasEmptyField({ ...device, imei2: "" })).toBe(true);
    expect(hasEmptyField({ ...device, imei2: "", slots: "Single" })).toBe(false);
    // Only registration requires these two, and names them.
    expect(hasEmptyField({ ...device, deliveredBy: "" })).toBe(false);
    expect(messages(newSampleInput(), { ...device, deliveredBy: "" })).toEqual({
      deliveredBy: "Delivered by is required",
    });
  });

  test("the full form requires its marked fields, with one message each", () => {
    const empty = Object.fromEntries(
      Object.entries(device).map(([field, value]) => [
        field,
        typeof value === "string" ? "" : value,
      ]),
    );
    expect(Object.keys(messages(fullSampleInput(), empty)).sort()).toEqual(
      [
        "brand",
        "customers",
        "slots",
        "serialNumber",
        "imei1",
        "model",
        "deliveredBy",
        "comments",
        "phoneNumber",
        "hwVersion",
        "hwtype",
        "locationR",
        "location",
      ].sort(),
    );
  });

  test("the full form's alert names equal IMEIs first, then empty fields, then the rest", () => {
    const equal = { imei2: device.imei1 };
    expect(fullFormAlert({ ...device, ...equal, brand: "", model: "" })).toBe(
      "IMEI1 and IMEI2 cannot be the same. Please change it.",
    );
    const single = { slots: "Single", imei1: "", imei2: "" };
    for (const unfilled of [{ brand: "" }, { lat: undefined }, { imei2: "" }, single]) {
      expect(fullFormAlert({ ...device, ...unfilled, model: "" })).toBe(
        "Please fill all the fields.",
      );
    }
    for (const other of [{ model: "" }, { phoneNumber: "call me" }, {}]) {
      expect(fullFormAlert({ ...device, ...other })).toBe(
        "Please fulfill all fields or resolve duplicate entries",
      );
    }
  });

  test("refuse a typed text that is not a date", () => {
    expect(messages(fullSampleInput(), { ...device, receiveDate: NaN })).toEqual({
      receiveDate: "Received Date is not valid",
    });
  });

  test("refuse equal IMEIs in the full form only", () => {
    const equal = { ...device, imei2: device.imei1 };
    expect(messages(fullSampleInput(), equal)).toEqual({
      imei2: "IMEI1 and IMEI2 cannot be the same. Please change it.",
    });
    expect(messages(newSampleInput(), equal)).toEqual({});
  });
});
