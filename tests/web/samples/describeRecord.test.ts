import { describe, expect, test } from "vitest";
import { describeRecord, sentenceParts } from "@/features/history/describeRecord";
import { describeChanges } from "#domain/samples/fieldChanges";
import { nameFromEmail } from "#domain/people/people";
import { HISTORY_ACTIONS } from "#domain/custody/workflow";

const record = {
  email: "ana@company.com",
  samplmanag: "ana@company.com",
  lastmanag: "bob@company.com",
  recipient: "bob@company.com",
};

describe("a history record in one sentence", () => {
  test.each([
    ["Register", "Registered by Ana"],
    ["Transfer", "Sent to Bob by Ana"],
    ["Transfer Acknowledge", "Received by Ana from Bob"],
    ["Return", "Returned to the customer via Bob by Ana"],
    ["Request Lost", "Reported lost by Ana, for Bob to decide"],
  ] as const)("the record of a %s has its sentence", (action, sentence) => {
    expect(describeRecord({ ...record, action }, nameFromEmail)).toBe(sentence);
  });

  test("a stand-in's step names the person who was away", () => {
    const onBehalfOf = "carla@company.com";
    const sentence = (action: "Transfer Acknowledge" | "Lost Declined") =>
      describeRecord({ ...record, onBehalfOf, action }, nameFromEmail);
    expect(sentence("Transfer Acknowledge")).toBe("Received by Ana for Carla from Bob");
    expect(sentence("Lost Declined")).toBe("Loss report declined by Ana for Carla");
  });

  test.each([
    ["Transfer", "Ana sent … to Bob"],
    ["Transfer Acknowledge", "Ana received … from Bob"],
    ["Return Acknowledge", "Ana accepted the return of …"],
    ["Request Lost", "Ana reported … as lost to Bob"],
    ["Delete", "Ana deleted …"],
  ] as const)(
    "the sentence of a %s about its device says who did what with whom",
    (action, said) => {
      const { actor, verb, rest } = sentenceParts({ ...record, action }, nameFromEmail);
      expect(`${actor} ${verb} … ${rest}`.trim()).toBe(said);
    },
  );

  test("every action of history has its sentence", () => {
    const sentences = HISTORY_ACTIONS.map((action) =>
      describeRecord({ ...record, action }, nameFromEmail),
    );
    expect(new Set(sentences).size).toBe(HISTORY_ACTIONS.length);
  });

  test("an edit's record lists the changed fields by their labels", () => {
    const changes = [
      { field: "model", from: "A53", to: "A54" },
      { field: "comments", to: "new" },
      { field: "receiveDate", to: Date.UTC(2026, 10, 2) },
    ];
    expect(describeRecord({ ...record, action: "Register", changes }, nameFromEmail)).toBe(
      "Edited by Ana",
    );
    expect(describeChanges(changes)).toEqual([
      { label: "Model", from: "A53", to: "A54" },
      { label: "Comments", from: "–", to: "new" },
      { label: "Received Date", from: "–", to: "Nov 2, 2026" },
    ]);
  });
});
