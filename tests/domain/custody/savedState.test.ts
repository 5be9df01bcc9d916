import { describe, expect, test } from "vitest";
import type { Patch } from "#domain/common/objects";
import { restoredFields, stateToRestore } from "#domain/custody/savedState";

const place = {
  country: "Portugal",
  city: "Porto",
  location: "Porto, Portugal",
  userLocation: "Rua das Flores, Porto",
  lat: 41.1,
};

describe("a return that is declined", () => {
  const afterReturn = (before: Patch<typeof place>) =>
    restoredFields("In Return", {
      resumes: stateToRestore("In Return", { status: "In Use", ...before }),
    });

  test("restores the place of the sample", () => {
    expect(afterReturn(place)).toMatchObject({ status: "In Use", ...place });
  });

  test.each(["country", "city", "location", "userLocation"] as const)(
    "keeps the recipient's place if the sample had none with a %s",
    (field) => {
      expect(afterReturn({ ...place, [field]: undefined })).toEqual({ status: "In Use" });
    },
  );
});

test("a request stored without the previous status restores In Use if the sample was received since", () => {
  const restored = (dates: object) => restoredFields("In Transit", dates).status;
  expect(restored({ registereddate: 5, inUseDate: 5 })).toBe("In Use");
  expect(restored({ registereddate: 5, inUseDate: 4 })).toBe("Registered");
  expect(restored({ registereddate: 5 })).toBe("Registered");
});
