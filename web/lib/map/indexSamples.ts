import { STATUSES, type Status } from "#domain/custody/statuses";
import type { Matches } from "../columns/matches";
import { ClusterIndex } from "./clusterIndex";
import { PlaceTable } from "./placeTable";

/**
 * Creates the map's index of `samples` by their coordinates; a sample and its holder share one
 * place (docs/product.md, "Map"). Samples without both coordinates are left out.
 */
export function indexSamples(samples: Matches<object>): ClusterIndex {
  const [lat, lng, status] = [
    samples.reader("lat"),
    samples.reader("lng"),
    samples.reader("status"),
  ];
  const places = new PlaceTable(samples.total);
  const numberOf = new Map<Status, number>(STATUSES.map((each, index) => [each, index]));
  samples.forEachSlot((slot) => {
    const [y, x, number] = [lat(slot), lng(slot), numberOf.get(status(slot) as Status)];
    if (typeof y !== "number" || typeof x !== "number" || number === undefined) return;
    places.add(slot, y, x, number);
  });
  const text = (field: string) => {
    const read = samples.reader(field);
    return (slot: number) => String(read(slot) ?? "");
  };
  const [serialNumber, city, country] = [text("serialNumber"), text("city"), text("country")];
  return new ClusterIndex(places, (slot) => ({
    serialNumber: serialNumber(slot),
    city: city(slot),
    country: country(slot),
  }));
}
