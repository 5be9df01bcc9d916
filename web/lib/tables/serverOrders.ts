import type { FilterColumn, TableQuery } from "#domain/tables/tableFilters";
import type { Sort } from "../columns/matches";
import { compareTexts } from "../textOrder";
import type { StoreRange } from "./liveStore";

/** An order in which the server can return the rows. */
export type ServerOrder<Row> = {
  /** The sort that requests it; null for the list's own order. */
  readonly sort: Sort;
  /** The ranges that contain all rows; with a query, all matching rows. */
  readonly rangesOf: (query: TableQuery | null) => readonly StoreRange<Row>[];
  /** The order of each range: a total order, 0 only for the same row. */
  readonly compare: (one: Row, other: Row) => number;
};

/** The orders of a list that the server searches. */
export type ServerOrders<Row> = {
  /** The list's own order. */
  readonly order: ServerOrder<Row>;
  /**
   * Other sorts that the server supports; by any other sort, the loaded rows are sorted in the
   * browser.
   */
  readonly otherOrders?: readonly ServerOrder<Row>[];
  readonly columns: readonly FilterColumn<Row>[];
};

/**
 * Returns the order to request from the server: that of `sort` if it is supported, else the list's
 * own.
 */
export function orderFor<Row>(
  { order, otherOrders = [] }: ServerOrders<Row>,
  sort: Sort,
): ServerOrder<Row> {
  return otherOrders.find((each) => isSameSort(each.sort, sort)) ?? order;
}

/** Returns `rows`, which are in the order `given`, in the order of `sort`. */
export function sortRows<Row>(
  rows: readonly Row[],
  given: ServerOrder<Row>,
  orders: ServerOrders<Row>,
  sort: Sort,
): readonly Row[] {
  if (isSameSort(given.sort, sort)) return rows;
  const order = orderFor(orders, sort);
  if (isSameSort(order.sort, sort)) return rows.toSorted(order.compare);
  const column = orders.columns.find(({ id }) => id === sort?.field);
  return column === undefined || sort === null ? rows : sortByCells(rows, column, sort);
}

export function isSameSort(one: Sort, other: Sort): boolean {
  return one?.field === other?.field && one?.isDescending === other?.isDescending;
}

/** Texts in locale order, dates by time, empty cells last; stable. */
function sortByCells<Row>(
  rows: readonly Row[],
  { value }: FilterColumn<Row>,
  { isDescending }: NonNullable<Sort>,
): readonly Row[] {
  const sign = isDescending ? -1 : 1;
  const cells = new Map(rows.map((row) => [row, value(row) ?? ""]));
  const isEmpty = (row: Row) => Number(cells.get(row) === "");
  const compare = (one: Row, other: Row) => {
    const [a, b] = [cells.get(one) ?? "", cells.get(other) ?? ""];
    return typeof a === "number" && typeof b === "number"
      ? a - b
      : compareTexts(String(a), String(b));
  };
  return rows.toSorted((one, other) => isEmpty(one) - isEmpty(other) || sign * compare(one, other));
}
