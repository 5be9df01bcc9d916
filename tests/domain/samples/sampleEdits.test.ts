import { describe, expect, test } from "vitest";
import type { SampleInput } from "#domain/samples/fields";
import { fieldsChangedWith, mergeEdit } from "#domain/samples/sampleEdits";
import { numberedSample } from "../../support/functions/numberedSample";

const porto = { location: "Porto, Portugal", city: "Porto", lat: 41.15, lng: -8.61 };
const lisbon = { location: "Lisbon, Portugal", city: "Lisbon", lat: 38.72, lng: -9.14 };
const seen: SampleInput = { ...numberedSample(1), ...lisbon, brand: "Samsng" };

/** Merges one editor's changes with those that others made since. */
const merge = (mine: Partial<SampleInput>, theirs: Partial<SampleInput>) =>
  mergeEdit({ seen, stated: { ...seen, ...mine }, stored: { ...seen, ...theirs } });

describe("an edit of a sample that others changed meanwhile", () => {
  test("keeps their changes of fields that the editor left alone", () => {
    const merged = merge({ comments: "checked" }, { brand: "Samsung", receiveDate: 0 });
    expect(merged).toEqual({ ...seen, comments: "checked", brand: "Samsung", receiveDate: 0 });
  });

  test("takes the editor's changes of fields that no one else changed", () => {
    expect(merge({ ...porto, model: "A55" }, {})).toEqual({ ...seen, ...porto, model: "A55" });
  });

  test("takes a location as a whole from the person who changed a part of it", () => {
    expect(merge({ comments: "x" }, porto)).toEqual({ ...seen, ...porto, comments: "x" });
    expect(merge({ lat: 38.7 }, porto)).toBe("location");
    expect(merge({ ...porto, lat: undefined }, { regfromlat: 1 })).toEqual({
      ...seen,
      ...porto,
      lat: undefined,
      regfromlat: 1,
    });
  });

  test("names a field that both changed, unless they agree", () => {
    expect(merge({ brand: "Samsung" }, { brand: "SAMSUNG" })).toBe("brand");
    expect(merge({ brand: "Samsung" }, { brand: "Samsung" })).toEqual({
      ...seen,
      brand: "Samsung",
    });
  });
});

test("the fields that change together are a place's, or one", () => {
  expect(fieldsChangedWith("lat")).toEqual(["location", "city", "lat", "lng"]);
  expect(fieldsChangedWith("brand")).toEqual(["brand"]);
  expect(fieldsChangedWith("status")).toEqual([]);
});
