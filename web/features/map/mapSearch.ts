import { z } from "zod";
import { tableSearch } from "@/components/data-table/tableState";

/** Numbers with commas between; the router reads a single one as a number. */
const numbers = (count: number) =>
  z
    .string()
    .regex(new RegExp(`^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?){${count - 1}}$`))
    .optional()
    .catch(undefined);

/** The address of the map: what it shows, and where it looks. Mangled parts count as absent. */
export const mapSearch = tableSearch.pick({ q: true, filter: true }).extend({
  /** Latitude and longitude of the place whose samples are listed. */
  place: numbers(2),
  /** The id of the sample whose way is drawn. */
  way: z.string().optional().catch(undefined),
  /** Latitude, longitude and zoom, once somebody has moved the map. */
  at: numbers(3),
});

export type MapState = z.infer<typeof mapSearch>;
