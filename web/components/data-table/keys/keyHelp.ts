import type { KeyHelp } from "./KeysDialog";
import type { RowKey } from "./useTableKeys";

/** What the keys dialog lists for a table. */
export function keyHelp<Row>(
  rowKeys: readonly RowKey<Row>[],
  { canOpen, canSelect }: { canOpen: boolean; canSelect: boolean },
): KeyHelp[] {
  return [
    { keys: ["/"], label: "Search" },
    { keys: ["f"], label: "Filter" },
    { keys: ["j", "k"], label: "Next row, previous row" },
    ...(canOpen ? [{ keys: ["Enter"], label: "Open the row" }] : []),
    ...(canSelect
      ? [
          { keys: ["x"], label: "Select the row" },
          { keys: ["Shift", "x"], label: "Select up to this row" },
        ]
      : []),
    ...rowKeys.map(({ key, label }) => ({ keys: [key], label })),
    { keys: ["?"], label: "This list" },
  ];
}
