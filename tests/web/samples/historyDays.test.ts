import { expect, test } from "vitest";
import { firstOfDays } from "@/features/history/days";

const at = (id: string, day: number, hour: number) => ({
  _id: id,
  actiondate: new Date(2026, 10, day, hour).getTime(),
});

test("the first record of each day carries the day's heading", () => {
  const records = [at("a", 21, 18), at("b", 21, 9), at("c", 20, 23), at("d", 18, 8)];
  expect([...firstOfDays(records)]).toEqual(["a", "c", "d"]);
  expect([...firstOfDays([])]).toEqual([]);
});
