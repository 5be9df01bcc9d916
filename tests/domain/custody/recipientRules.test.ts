import { expect, test } from "vitest";
import { isComplete } from "#domain/custody/recipientRules";

const person = {
  supervisor: "carla@example.com",
  country: "Portugal",
  city: "Porto",
  userLat: 41.1,
  userLng: -8.6,
};

test("a new manager's record is complete", () => {
  expect(isComplete(person)).toBe(true);
  expect(isComplete({ ...person, country: "" })).toBe(false);
  expect(isComplete({ ...person, city: "" })).toBe(false);
});

test.each(["supervisor", "userLat", "userLng"] as const)(
  "a record without %s is not complete",
  (field) => {
    expect(isComplete({ ...person, [field]: undefined })).toBe(false);
  },
);
