/** A page of labels, or a single label of a roll. Lengths in mm. */
export type LabelFormat = {
  readonly id: string;
  readonly name: string;
  readonly page: { readonly width: number; readonly height: number };
  readonly label: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  /** From the page's edges to the first label. */
  readonly margin: { readonly left: number; readonly top: number };
  /** From one label's left or top edge to the next one's. */
  readonly pitch: { readonly x: number; readonly y: number };
};

const A4 = { width: 210, height: 297 };
const LETTER = { width: 215.9, height: 279.4 };

/**
 * Common sheets of adhesive labels, with manufacturers' product numbers, and rolls of label
 * printers. `customFormat` makes any other roll.
 */
export const LABEL_FORMATS: readonly LabelFormat[] = [
  {
    id: "a4-21",
    name: "A4, 21 labels of 63.5 × 38.1 mm (Avery L7160)",
    page: A4,
    label: { width: 63.5, height: 38.1 },
    columns: 3,
    rows: 7,
    margin: { left: 7.25, top: 15.15 },
    pitch: { x: 66, y: 38.1 },
  },
  {
    id: "a4-24",
    name: "A4, 24 labels of 70 × 37 mm (Avery 3474)",
    page: A4,
    label: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
    margin: { left: 0, top: 0.5 },
    pitch: { x: 70, y: 37 },
  },
  {
    id: "a4-65",
    name: "A4, 65 labels of 38.1 × 21.2 mm (Avery L7651)",
    page: A4,
    label: { width: 38.1, height: 21.2 },
    columns: 5,
    rows: 13,
    margin: { left: 4.65, top: 10.7 },
    pitch: { x: 40.6, y: 21.2 },
  },
  {
    id: "letter-10",
    name: "Letter, 10 labels of 4 × 2 in (Avery 5163)",
    page: LETTER,
    label: { width: 101.6, height: 50.8 },
    columns: 2,
    rows: 5,
    margin: { left: 3.97, top: 12.7 },
    pitch: { x: 106.36, y: 50.8 },
  },
  {
    id: "letter-20",
    name: "Letter, 20 labels of 4 × 1 in (Avery 5161)",
    page: LETTER,
    label: { width: 101.6, height: 25.4 },
    columns: 2,
    rows: 10,
    margin: { left: 3.97, top: 12.7 },
    pitch: { x: 106.36, y: 25.4 },
  },
  {
    id: "letter-30",
    name: "Letter, 30 labels of 2 5/8 × 1 in (Avery 5160)",
    page: LETTER,
    label: { width: 66.68, height: 25.4 },
    columns: 3,
    rows: 10,
    margin: { left: 4.76, top: 12.7 },
    pitch: { x: 69.85, y: 25.4 },
  },
  roll("roll-62", "Roll, 62 × 29 mm", 62, 29),
  roll("roll-57", "Roll, 57 × 32 mm", 57, 32),
];

/** Sides of a custom label, mm. On a smaller one no code can be read. */
export const CUSTOM_SIDES = { min: 15, max: 300 } as const;

export const CUSTOM = "custom";

/** A roll of labels of any size. */
export function customFormat(width: number, height: number): LabelFormat {
  return roll(CUSTOM, `Roll, ${width} × ${height} mm`, width, height);
}

function roll(id: string, name: string, width: number, height: number): LabelFormat {
  const size = { width, height };
  return {
    id,
    name,
    page: size,
    label: size,
    columns: 1,
    rows: 1,
    margin: { left: 0, top: 0 },
    pitch: { x: width, y: height },
  };
}

/** A label's position: its page, from 0, and its top left corner on that page, mm. */
export type LabelPlace = { readonly page: number; readonly left: number; readonly top: number };

/**
 * Returns the position of label `index`, row by row.
 *
 * @param skipped used-up labels on the first page
 */
export function labelPlace(format: LabelFormat, index: number, skipped = 0): LabelPlace {
  const { columns, rows, margin, pitch } = format;
  const place = index + skipped;
  const onPage = place % (columns * rows);
  return {
    page: Math.floor(place / (columns * rows)),
    left: margin.left + (onPage % columns) * pitch.x,
    top: margin.top + Math.floor(onPage / columns) * pitch.y,
  };
}
