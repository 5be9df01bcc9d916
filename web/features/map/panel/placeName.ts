import type { SampleRow } from "#domain/samples/compactRows";
import type { Position } from "../view/viewport";

type Place = Position & { readonly samples: readonly Pick<SampleRow, "city" | "country">[] };

/**
 * City and country of a place's first sample: `Lisbon, Portugal`; the coordinates if it has
 * neither.
 */
export function placeName({ samples, lat, lng }: Place): string {
  const [first] = samples;
  const names = [first?.city, first?.country].filter(Boolean);
  return names.length > 0 ? names.join(", ") : `${lat.toFixed(3)}, ${lng.toFixed(3)}`;
}
