import { TABLE_PARAMS } from "@/components/data-table/tableState";
import { matching, searchParams, text } from "@/lib/searchParams";

/** Numbers with commas between. */
const numbers = (count: number) =>
  matching(new RegExp(`^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?){${count - 1}}$`));

/** The address of the map: what it shows, and where it looks. */
export const mapSearch = searchParams({
  q: TABLE_PARAMS.q,
  filter: TABLE_PARAMS.filter,
  /** Latitude and longitude of the place whose samples are listed. */
  place: numbers(2),
  /** The id of the sample whose way is drawn. */
  way: text(),
  /** Latitude, longitude and zoom, once somebody has moved the map. */
  at: numbers(3),
});

export type MapState = ReturnType<typeof mapSearch>;
