/**
 * Texts kept exactly from the product's first version, including odd ones (docs/product.md,
 * "Messages").
 */
import { describe, expect, test } from "vitest";
import { COUNTRIES } from "#domain/common/countries";
import { REFUSALS } from "#domain/common/errors";
import { MESSAGES, optionAdded, optionDeleted, optionUpdated } from "#domain/common/messages";
import { PICK_LISTS } from "#domain/samples/pickLists";
import { STATUSES } from "#domain/custody/statuses";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import { HAND_OVER_STEPS, HISTORY_ACTIONS, WORKFLOW } from "#domain/custody/workflow";

test("each step has the receipt and the failure text that people know", () => {
  const words = HAND_OVER_STEPS.map((step) => {
    const { done, failed } = STEP_TEXTS[step];
    return [step, done, failed];
  });
  expect(words).toEqual([
    ["transfer", "Sample In Transit Successfully", "Sample Updated Error: "],
    ["acknowledgeTransfer", "Sample Transferred Successfully", "An error occurred: "],
    ["returnToCustomer", "Sample In Return Successfully", "Sample Return Error: "],
    ["acknowledgeReturn", "Sample Returned Successfully", "An error occurred: "],
    ["requestLost", "Sample Request Lost Successfully", "Sample Return Error: "],
    ["acknowledgeLost", "Sample Returned Successfully", "An error occurred: "],
  ]);
});

test("messages after a success, while loading and after a failure keep their texts", () => {
  expect(MESSAGES).toMatchObject({
    // Accounts, places and New Sample
    signedInOnly: "This page is only visible by authenticated users.",
    unknownError: "An unknown error occurred. Please try again.",
    welcome: "Welcome",
    verificationSent: "Verification Email will be sent.",
    firstFail: "first fail",
    enableLocation: "Please enable location",
    mapsFailed: "Error loading maps",
    mapFailed: "Error when load map.",
    mapsLoading: "Loading maps",
    sampleAdded: "Sample Added Successfully",
    sampleUpdated: "Sample Updated Successfully",
    // The full form, lists and imports
    confirmDelete: "Are you sure you want to delete this item?",
    fillAllFields: "Please fill all the fields.",
    resolveDuplicates: "Please fulfill all fields or resolve duplicate entries",
    duplicateCheckFailed: "An error occurred while checking for duplicates. Please try again.",
    loading: "Loading...",
    sampleDeleted: "Sample deleted successfully!",
    importDone: "upload action completed",
    formSubmitted: "Form submitted successfully!",
    formUpdated: "Form updated successfully!",
    somethingWrong: "Something went wrong",
    // People, settings and lists
    employeeUpdated: "Employee Updated Successfully",
    employeeUpdateFailed: "Employee Updated Error: ",
    supervisorEmailAdded: "Added email Successfully",
    supervisorEmailUpdated: "Updated email Successfully",
    supervisorEmailDeleted: "Deleted email Successfully",
    supervisorDeleted: "This Supervisor email was deleted.",
    adminAdded: "Success to record in AdminModel collection.",
    adminDeleted: "This Admin email was deleted.",
  });
  expect(optionAdded("Brand")).toBe("Added Brand Successfully");
  expect(optionUpdated("Brand")).toBe("Updated Brand Successfully");
  expect(optionDeleted("Brand")).toBe("Deleted Brand Successfully");
});

test("refusals keep their texts", () => {
  expect(REFUSALS).toMatchObject({
    // Hand-overs
    RECIPIENT_UNKNOWN: "No matching user found!",
    RECIPIENT_INCOMPLETE: "Error: Required user data is undefined for user {recipient}",
    SAMPLE_MISSING: "Sample does not exist!",
    TRANSACTION_REPEATED: "This transaction was already processed!",
    DOCUMENT_MISSING: "No such document!",
    MANAGER_INCOMPLETE: "No user data or supervisor found for this email.",
    RECIPIENT_NOWHERE: "Error: Latitude or longitude is undefined for user {recipient}",
    APPROVER_UNKNOWN: "This user does not exist",
    FIELDS_MISSING: "Please provide value in each input field",
    // Accounts
    USER_UNKNOWN: "User is not registered. Please register again",
    EMAIL_UNVERIFIED: "Please go to your email to verify",
    EMAIL_TAKEN: "Email is already registered. Please use another one.",
    PASSWORD_WEAK: "Password is too weak. Please enter a stronger password.",
    // Pick lists and identifiers
    OPTION_MISSING: "{kind} Field Required",
    OPTION_TAKEN: "Already exist",
    LISTED_EMAIL_MISSING: "emailFiled Required",
    LISTED_EMAIL_TAKEN: "already exist",
    ENTRY_NOT_SELECTED: "Select Your Model",
    PERSON_NOT_SELECTED: "Please select one e-mail first.",
    SUPERVISOR_LISTED: "This email already exists in the supervisorModel collection.",
    ADMIN_LISTED: "This email already exists in the AdminModel collection.",
    ADMIN_NOT_LISTED: "Admin email not found.",
    IMEI1_FORMAT: "IMEI 1 must be exactly 15 digits",
    IMEI2_FORMAT: "IMEI 2 must be exactly 15 digits",
    IMEIS_EQUAL: "IMEI1 and IMEI2 cannot be the same. Please change it.",
    IMEI1_TAKEN: "IMEI1 already exists",
    IMEI2_TAKEN: "IMEI2 already exists",
    SERIAL_TAKEN: "Serial Number already exists",
  });
});

test("statuses, steps and history actions keep their names", () => {
  expect(STATUSES).toEqual([
    "Registered",
    "In Transit",
    "In Use",
    "In Return",
    "Returned",
    "Request Lost",
    "Lost",
  ]);
  expect(HAND_OVER_STEPS.map((step) => WORKFLOW[step].label)).toEqual([
    "Transfer",
    "Transfer Acknowledge",
    "Return",
    "Return Acknowledge",
    "Request Lost",
    "Lost Ack",
  ]);
  expect(HISTORY_ACTIONS.slice(0, 7)).toEqual([
    "Register",
    "Transfer",
    "Transfer Acknowledge",
    "Return",
    "Return Acknowledge",
    "Request Lost",
    "Lost Acknowledge",
  ]);
});

describe("a new deployment's pick lists", () => {
  test.each([
    ["devTypes", ["Mobile", "Tablet", "Smartwatch", "Modem", "Router"]],
    ["simCard", ["Mini SIM", "Micro SIM", "Nano SIM", "e SIM"]],
    ["Networks", ["2G", "3G", "4G", "5G", "6G"]],
    ["slotsModel", ["Single", "Dual", "Triple", "Quad"]],
    ["osModel", ["Android", "iOS", "Windows Phone", "Symbian", "RIM", "Bada", "Firefox"]],
    ["hwtypesModel", ["Unsigned", "Signed"]],
  ] as const)("%s offers %j", (kind, values) => {
    expect(PICK_LISTS[kind].values).toEqual(values);
  });

  test("offer about 130 brands and the countries of the world, each once", () => {
    const brands = PICK_LISTS.brandModel.values;
    expect(new Set(brands.map((brand) => brand.toLowerCase())).size).toBe(brands.length);
    expect(Math.abs(brands.length - 130)).toBeLessThan(10);
    expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length);
    expect(COUNTRIES.length).toBeGreaterThan(190);
  });
});
