import type { Row } from "@tanstack/react-table";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Dates by time; texts as people sort them: without regard to case and accents, `A9` before `A10`. */
export function naturalOrder<Data>(one: Row<Data>, other: Row<Data>, columnId: string): number {
  const [left, right] = [one.getValue(columnId), other.getValue(columnId)];
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : collator.compare(String(left), String(right));
}
