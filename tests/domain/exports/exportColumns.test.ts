import { expect, test } from "vitest";
import { historyRow, requestDetails } from "../../../convex/schema/samples";
import { historyRow as apiRow } from "#domain/api/rows";
import { EXPORT_COLUMNS } from "#domain/exports/exportColumns";
import { HISTORY_COLUMNS } from "#domain/samples/fields";
import { parseFilters } from "#domain/exports/filterTexts";
import { aRecord } from "../../support/web/webHistory";

const columns = EXPORT_COLUMNS.history;
const row = (
  stated: Parameters<typeof aRecord>[0] & { isUndone?: true },
): Readonly<Record<string, unknown>> => apiRow(aRecord(stated));

test("an export of history has the screen's columns first, then the others, each in its order", () => {
  expect(columns.map(({ label }) => label)).toEqual([
    ...HISTORY_COLUMNS.map(({ label }) => label),
    "Acted",
    "On behalf of",
    "Asked",
    "Reason",
    "Note",
    "Tracking number",
    "Last seen",
    "What happened",
    "Changes",
    "Undone action",
    "Undone",
  ]);
});

test("an export of history omits no field of a record except ids", () => {
  const exported = new Set(columns.map(({ field }) => field));
  const { requestDetails: _, ...fields } = historyRow.fields;
  const stored = Object.keys({ ...fields, ...requestDetails.fields });
  expect(stored.filter((field) => !exported.has(field))).toEqual([
    "_id",
    "_creationTime",
    "sampleId",
    "uid",
    "transactionId",
  ]);
});

test("an exported record contains the texts of the request, each in its own column", () => {
  const sent = row({ requestDetails: { note: "With the charger", trackingNumber: "PT1" } });
  expect(sent).toMatchObject({ note: "With the charger", trackingNumber: "PT1" });
  const lost = row({ requestDetails: { lastSeen: "Porto", whatHappened: "Fell off a boat" } });
  expect(lost).toMatchObject({ lastSeen: "Porto", whatHappened: "Fell off a boat" });
  expect(lost["note"]).toBeUndefined();
});

test("an exported record of an edit names the changed fields as the timeline does", () => {
  const changes = [
    { field: "model", from: "A53", to: "A54" },
    { field: "comments", to: "new" },
    { field: "receiveDate", from: Date.UTC(2026, 10, 2) },
  ];
  expect(row({ changes })["changes"]).toBe(
    "Model: A53 → A54; Comments: – → new; Received Date: Nov 2, 2026 → –",
  );
  expect(row({})["changes"]).toBeUndefined();
});

test("an exported record shows whether its step was undone, and which step an undo reverted", () => {
  const undone = row({ action: "Transfer", isUndone: true });
  const undo = row({ action: "Undone", undone: "Transfer" });
  expect([undone["isUndone"], undone["undone"]]).toEqual(["Yes", undefined]);
  expect([undo["isUndone"], undo["undone"]]).toEqual(["No", "Transfer"]);
  expect(parseFilters("history", ["isUndone=no", "undone=transfer"])).toEqual([
    { kind: "select", field: "isUndone", anyOf: ["No"] },
    { kind: "select", field: "undone", anyOf: ["Transfer"] },
  ]);
});
