import { expect, test } from "vitest";
import { staysOf } from "@/features/map/route/stops";

test("a route has one stay per consecutive place, with the sample's holder on arrival", () => {
  const record = (city: string, samplmanag: string, actiondate: number) => ({
    city,
    country: "Portugal",
    samplmanag,
    actiondate,
  });
  const records = [
    record("Lisbon", "ana@company.com", 1),
    record("Lisbon", "bruno@company.com", 2),
    record("Porto", "bruno@company.com", 3),
    record("", "bruno@company.com", 4),
    record("Lisbon", "ana@company.com", 5),
  ];
  expect(staysOf(records).map(({ city, holder, since }) => [city, holder, since])).toEqual([
    ["Lisbon", "ana@company.com", 1],
    ["Porto", "bruno@company.com", 3],
    ["Lisbon", "ana@company.com", 5],
  ]);
});
