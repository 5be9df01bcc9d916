import type { KeyHelp } from "@/components/keys/KeyList";

/**
 * The shortcuts of a table with their effects.
 *
 * @param rowKeys additional shortcuts of this table's rows
 */
export function keyHelp(
  rowKeys: readonly { readonly key: string; readonly label: string }[],
  { canOpen, canSelect }: { canOpen: boolean; canSelect: boolean },
): KeyHelp[] {
  return [
    { keys: ["/"], label: "Search" },
    { keys: ["↓"], label: "From the search to the first row" },
    { keys: ["f"], label: "Filter" },
    { keys: ["j", "k"], label: "Next row, previous row" },
    { keys: ["→", "←"], label: "Links and buttons of the row" },
    ...(canOpen ? [{ keys: ["Enter"], label: "Open the row" }] : []),
    ...(canSelect
      ? [
          { keys: ["x"], label: "Select the row" },
          { keys: ["Shift", "x"], label: "Select up to this row" },
          { keys: ["Shift", "↓"], label: "Select the row below as well" },
          { keys: ["Esc"], label: "Clear the selection" },
        ]
      : []),
    ...rowKeys.map(({ key, label }) => ({ keys: [key], label })),
    { keys: ["Shift", "→"], label: "Move the column (in its heading)" },
    { keys: ["Shift", "↑"], label: "Widen the column (in its heading)" },
  ];
}
