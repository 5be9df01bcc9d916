import type { MapAnswer, MapArea, PlacesAnswer } from "../map/mapAnswers";
import type { Answer, RowStore, StoreRow, TableView } from "./rowStore";

/** A store of samples that also answers what a map of them shows, consistent with its rows. */
export interface MapStore<Row extends StoreRow> extends RowStore<Row> {
  /** Returns the marks of the view's samples on a map of `area`. */
  mapped(view: TableView, area: MapArea, signal?: AbortSignal): Promise<Answer<MapAnswer>>;

  /**
   * Returns the places of the view's samples, those with the most samples first: from index `from`
   * (inclusive) to `before` (exclusive).
   */
  places(
    view: TableView,
    from: number,
    before: number,
    signal?: AbortSignal,
  ): Promise<Answer<PlacesAnswer>>;
}
