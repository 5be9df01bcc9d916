import type { MapAnswer, MapArea, PlacesAnswer } from "../map/mapAnswers";
import type { Answer, RowStore, StoreRow, TableView } from "./rowStore";

/** A store of samples that also answers what a map of them shows, exactly as its rows are. */
export interface MapStore<Row extends StoreRow> extends RowStore<Row> {
  /** Returns the marks that a map of the view's samples shows in `area`. */
  mapped(view: TableView, area: MapArea, signal?: AbortSignal): Promise<Answer<MapAnswer>>;

  /**
   * Returns the places of the view's samples, those with most samples first: `from` (included) to
   * `before` (not included).
   */
  places(
    view: TableView,
    from: number,
    before: number,
    signal?: AbortSignal,
  ): Promise<Answer<PlacesAnswer>>;
}
