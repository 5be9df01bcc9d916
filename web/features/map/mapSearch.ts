import { TABLE_PARAMS } from "@/components/data-table/tableState";
import { matching, searchParams, text } from "@/lib/searchParams";

/** Numbers separated by commas. */
const numbers = (count: number) =>
  matching(new RegExp(`^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?){${count - 1}}$`));

/** The map's URL parameters: filters and viewpoint. */
export const mapSearch = searchParams({
  q: TABLE_PARAMS.q,
  filter: TABLE_PARAMS.filter,
  /** Latitude and longitude of the place whose samples are listed. */
  place: numbers(2),
  /** The id of the sample whose route is drawn. */
  way: text(),
  /** Latitude, longitude and zoom, once the map has been moved. */
  at: numbers(3),
});

export type MapState = ReturnType<typeof mapSearch>;
