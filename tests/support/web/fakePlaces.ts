import { vi } from "vitest";
import type { PlaceOffer } from "@/lib/places/place";
import { places } from "@/lib/places/places";

/**
 * Replaces the gazetteer, a file of the server, until the end of the test file: it is loaded, and
 * finds nothing. Returns the replaced functions, for other answers.
 */
export function fakePlaces() {
  const load = vi.spyOn(places, "load").mockReset().mockResolvedValue(undefined);
  const search = vi
    .spyOn(places, "search")
    .mockReset()
    .mockImplementation((_text: string): Promise<PlaceOffer[]> => Promise.resolve([]));
  const nearest = vi.spyOn(places, "nearest").mockReset().mockResolvedValue(null);
  return { load, search, nearest };
}
