import type { Column } from "@tanstack/react-table";
import type { CSSProperties } from "react";
import { cn } from "@/lib/utils";
import type { TableRow } from "./columns";

/** Total widths of the columns pinned to each edge, px, and the edge distance of each column. */
export type Pins = {
  readonly leftPx: number;
  readonly rightPx: number;
  /** Custom properties that `pinStyle` refers to. */
  readonly properties: Readonly<Record<string, string>>;
};

/**
 * Returns the distances of the pinned columns from their edge of the table. They are custom
 * properties of the table element, so that cells need not render again when a width changes.
 */
export function pinsOf<Row extends TableRow>(
  columns: readonly Column<Row>[],
  widths: ReadonlyMap<string, number>,
): Pins {
  const properties: Record<string, string> = {};
  const widthOf = ({ id }: Column<Row>) => widths.get(id) ?? 0;
  let leftPx = 0;
  for (const column of columns.slice(0, pinnedAtStart(columns))) {
    properties[propertyOf(column.id)] = `${leftPx}px`;
    leftPx += widthOf(column);
  }
  let rightPx = 0;
  for (const column of columns.slice(columns.length - pinnedAtEnd(columns)).toReversed()) {
    properties[propertyOf(column.id)] = `${rightPx}px`;
    rightPx += widthOf(column);
  }
  return { leftPx, rightPx, properties };
}

/** `isInner`: the pinned column next to the columns that scroll. */
export type Pin = { readonly edge: "left" | "right"; readonly isInner: boolean };

/** Returns how the column at an index is pinned; null: it scrolls. */
export function pinAt<Row extends TableRow>(
  columns: readonly Column<Row>[],
  index: number,
): Pin | null {
  const atStart = pinnedAtStart(columns);
  if (index < atStart) return { edge: "left", isInner: index === atStart - 1 };
  const firstAtEnd = columns.length - pinnedAtEnd(columns);
  return index < firstAtEnd ? null : { edge: "right", isInner: index === firstAtEnd };
}

/** The position of a pinned column's cell. */
export function pinStyle(pin: Pin | null, columnId: string): CSSProperties {
  return pin === null ? {} : { [pin.edge]: `var(${propertyOf(columnId)})` };
}

/** Marks pinned cells for `focusInTable`. */
const PINNED = "is-pinned";

/**
 * Focuses a control of a table and scrolls it into view, unless its column is pinned. Pinned cells
 * are always in view, but lie within the box's scroll padding, so a browser considers them hidden
 * and would scroll the other columns to the end.
 */
export function focusInTable(control: HTMLElement | undefined): void {
  const isPinned = control?.closest(`.${PINNED}`) != null;
  control?.focus({ preventScroll: isPinned });
}

const propertyOf = (columnId: string) => `--pin-${columnId}`;

const isFixed = <Row extends TableRow>({ columnDef }: Column<Row>) =>
  columnDef.meta?.isFixed === true;

function pinnedAtStart<Row extends TableRow>(columns: readonly Column<Row>[]): number {
  const firstOther = columns.findIndex((column) => !isFixed(column));
  return firstOther < 0 ? columns.length : firstOther;
}

function pinnedAtEnd<Row extends TableRow>(columns: readonly Column<Row>[]): number {
  const lastOther = columns.findLastIndex((column) => !isFixed(column));
  return lastOther < 0 ? 0 : columns.length - 1 - lastOther;
}

/**
 * Classes of a pinned column's cells. The innermost one casts a line and a shadow over the columns
 * that are scrolled behind it.
 */
export function pinClasses(pin: Pin | null): string {
  if (pin === null) return "";
  return cn(
    PINNED,
    "sticky z-[1] print:static",
    pin.isInner && (pin.edge === "left" ? LEFT_SHADOW : RIGHT_SHADOW),
  );
}

const LEFT_SHADOW =
  "group-data-[more-left]/rows:shadow-[1px_0_0_hsl(var(--border)),8px_0_8px_-8px_rgb(0_0_0/0.35)] print:!shadow-none";
const RIGHT_SHADOW =
  "group-data-[more-right]/rows:shadow-[-1px_0_0_hsl(var(--border)),-8px_0_8px_-8px_rgb(0_0_0/0.35)] print:!shadow-none";
