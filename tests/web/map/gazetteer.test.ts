import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import {
  createGazetteer,
  nearestInGazetteer,
  parseGazetteer,
  searchGazetteer,
} from "@/lib/places/gazetteer";

const text = readFileSync("web/public/gazetteer.txt", "utf8");
const cities = parseGazetteer(text);
const first = (typed: string) => searchGazetteer(cities, typed)[0];

describe("addresses from the embedded gazetteer", () => {
  test("the gazetteer finds cities by their beginning, the largest first", () => {
    expect(first("londo")).toMatchObject({ city: "London", country: "United Kingdom" });
  });

  test("the gazetteer finds cities without their accents", () => {
    expect(first("sao paulo")).toMatchObject({ city: "São Paulo", country: "Brazil" });
  });

  test("a region or country narrows the cities found", () => {
    expect(first("london ontario")).toMatchObject({ city: "London", country: "Canada" });
  });

  test("a street before the city stays in the address", () => {
    expect(first("Rua Augusta 12, Sao Paulo")?.address).toBe("Rua Augusta 12, São Paulo, Brazil");
    expect(first("12 High St, Leeds, United Kingdom")).toMatchObject({
      address: "12 High St, Leeds, England, United Kingdom",
      city: "Leeds",
    });
  });

  test("an address of the gazetteer has coordinates", () => {
    const tokyo = first("tokyo");
    expect(tokyo?.lat).toBeCloseTo(35.7, 0);
    expect(tokyo?.lng).toBeCloseTo(139.7, 0);
  });

  test("the gazetteer finds nothing for a text that is not a place", () => {
    expect(searchGazetteer(cities, "qqqqq")).toEqual([]);
    expect(searchGazetteer(cities, " , ")).toEqual([]);
  });

  test("the gazetteer names the city nearest to a device", () => {
    expect(nearestInGazetteer(cities, 48.857, 2.352)?.city).toBe("Paris");
    // The distance across the date line is short.
    expect(nearestInGazetteer(cities, -17, -179.9)?.country).toBe("Fiji");
  });
});

describe("a point far from every city", () => {
  test.each([
    ["in the South Pacific", -20, -130],
    ["in the middle of the Atlantic", 30, -40],
    ["140 km off the coast of Portugal", 39, -11],
    ["in the North Sea", 56, 3],
    ["off the coast of Ghana, at 0, 0", 0, 0],
    ["in the Antarctic", -80, 0],
  ])("has no address %s", (_, lat, lng) => {
    expect(nearestInGazetteer(cities, lat, lng)).toBeNull();
  });

  test.each([
    ["30 km off Lisbon", 38.7, -9.6, "Portugal"],
    ["on a farm in Kansas", 38.5, -101, "United States"],
    ["in the outback", -26, 130, "Australia"],
    ["in Patagonia", -47, -70, "Argentina"],
    ["in the interior of Iceland", 64.8, -18.5, "Iceland"],
  ])("has one %s, where cities are that far apart", (_, lat, lng, country) => {
    expect(nearestInGazetteer(cities, lat, lng)?.country).toBe(country);
  });
});

describe("the gazetteer's file", () => {
  test("the gazetteer's file is fetched once, on the first query", async () => {
    const load = vi.fn().mockResolvedValue(text);
    const places = createGazetteer(load);
    expect(load).not.toHaveBeenCalled();
    await Promise.all([places.search("lima"), places.nearest(0, 0)]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("the gazetteer's file is fetched again after a failure", async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValue(text);
    const places = createGazetteer(load);
    await expect(places.search("lima")).rejects.toThrow("offline");
    const [lima] = await places.search("lima");
    expect(await lima?.place()).toMatchObject({ city: "Lima", country: "Peru" });
  });
});
