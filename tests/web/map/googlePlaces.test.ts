import { afterEach, describe, expect, test, vi } from "vitest";
import { cityAndCountry, createGooglePlaces, type GoogleMaps } from "@/lib/places/googlePlaces";
import { GoogleScript } from "@/lib/places/googleScript";
import { choosePlaces } from "@/lib/places/places";

/** Google's script with one street; records every request. */
class FakeMaps {
  readonly sessions: object[] = [];
  readonly asked: unknown[] = [];

  asMaps(): GoogleMaps {
    const { sessions, asked } = this;
    const place = {
      formattedAddress: "Rua Augusta 12, São Paulo, Brazil",
      addressComponents: [
        { longText: "Brazil", types: ["country", "political"] },
        { longText: "São Paulo", types: ["administrative_area_level_2"] },
      ],
      location: { lat: () => -23.55, lng: () => -46.65 },
      fetchFields: (request: unknown) => Promise.resolve(asked.push(request)),
    };
    const placePrediction = { text: { text: "Rua Augusta 12" }, toPlace: () => place };
    return {
      places: {
        AutocompleteSessionToken: class {},
        AutocompleteSuggestion: {
          fetchAutocompleteSuggestions: ({ sessionToken }) => {
            sessions.push(sessionToken);
            return Promise.resolve({
              suggestions: [{ placePrediction: null }, { placePrediction }],
            });
          },
        },
      },
      Geocoder: class {
        geocode(request: unknown) {
          asked.push(request);
          const found = (formatted_address: string, location_type: string) => ({
            formatted_address,
            address_components: [{ long_name: "Porto", types: ["locality"] }],
            geometry: { location_type, location: { lat: () => 0, lng: () => 0 } },
          });
          return Promise.resolve({
            results: [found("Somewhere near", "APPROXIMATE"), found("Rua 1, Porto", "ROOFTOP")],
          });
        }
      },
    };
  }
}

describe("places by Google", () => {
  test("Google's places are offered by name, and have coordinates once they are chosen", async () => {
    const maps = new FakeMaps();
    const places = createGooglePlaces(() => Promise.resolve(maps.asMaps()));
    const [offer, ...others] = await places.search("rua aug");
    expect(others).toEqual([]);
    expect(offer?.address).toBe("Rua Augusta 12");
    expect(maps.asked).toEqual([]);
    expect(await offer?.place()).toEqual({
      address: "Rua Augusta 12, São Paulo, Brazil",
      city: "São Paulo",
      country: "Brazil",
      lat: -23.55,
      lng: -46.65,
    });
  });

  test("Google is queried in one session until a place is chosen", async () => {
    const maps = new FakeMaps();
    const places = createGooglePlaces(() => Promise.resolve(maps.asMaps()));
    await places.search("ru");
    const [offer] = await places.search("rua");
    await offer?.place();
    await places.search("lis");
    const [first, second, third] = maps.sessions;
    expect(second).toBe(first);
    expect(third).not.toBe(second);
  });

  test("Google names a device's location by its most precise address", async () => {
    const maps = new FakeMaps();
    const places = createGooglePlaces(() => Promise.resolve(maps.asMaps()));
    expect(await places.nearest(41.1, -8.6)).toMatchObject({
      address: "Rua 1, Porto",
      city: "Porto",
    });
    expect(maps.asked).toEqual([
      { location: { lat: 41.1, lng: -8.6 }, language: "en", region: "es" },
    ]);
  });

  test("Google's script is loaded once, and again after a failure", async () => {
    const load = vi
      .fn<() => Promise<GoogleMaps>>()
      .mockRejectedValueOnce(new Error("offline"))
      .mockResolvedValue(new FakeMaps().asMaps());
    const places = createGooglePlaces(load);
    expect(load).not.toHaveBeenCalled();
    await expect(places.search("rua")).rejects.toThrow("offline");
    await places.load();
    await places.search("rua");
    expect(load).toHaveBeenCalledTimes(2);
  });

  test.each([
    [["locality", "administrative_area_level_1"], "locality"],
    [["administrative_area_level_1", "administrative_area_level_2"], "administrative_area_level_2"],
    [["administrative_area_level_1"], "administrative_area_level_1"],
  ])("Google's city of %j is taken from the %s", (types, city) => {
    const parts = types.map((type) => ({ name: type, types: [type, "political"] }));
    expect(cityAndCountry(parts)).toEqual({ city, country: "" });
  });
});

describe("Google's script", () => {
  const page = window as unknown as Record<string, unknown>;
  afterEach(() => delete page["google"]);

  test("Google's script is requested once, and passes its API to all callers", async () => {
    const script = new GoogleScript();
    const attempts: number[] = [];
    script.subscribe(() => attempts.push(script.getAttempt()));
    const loading = [script.load(), script.load()];
    const maps = new FakeMaps().asMaps();
    page["google"] = { maps };
    script.loaded();
    expect(await Promise.all(loading)).toEqual([maps, maps]);
    expect(await script.load()).toBe(maps);
    expect(attempts).toEqual([1]);
  });

  test("a script that failed is requested again by the next caller", async () => {
    const script = new GoogleScript();
    const loading = script.load();
    script.failed(new Error("Google Maps refused the key"));
    await expect(loading).rejects.toThrow("Google Maps refused the key");
    const again = script.load();
    expect(script.getAttempt()).toBe(2);
    page["google"] = { maps: new FakeMaps().asMaps() };
    script.loaded();
    expect(await again).toBeTruthy();
  });

  test("a script that defines no API is a failure", async () => {
    const script = new GoogleScript();
    const loading = script.load();
    script.loaded();
    await expect(loading).rejects.toThrow("Google Maps loaded nothing");
  });
});

test("without a key the embedded gazetteer answers, and Google is not queried", async () => {
  const fetched = vi
    .spyOn(window, "fetch")
    .mockResolvedValue(new Response("Peru\n\nLima|Lima|0|0|-1205|-7704"));
  const [lima] = await choosePlaces(null).search("lima");
  expect(await lima?.place()).toMatchObject({ city: "Lima", country: "Peru", lat: -12.05 });
  expect(fetched).toHaveBeenCalledExactlyOnceWith("/gazetteer.txt");
});
