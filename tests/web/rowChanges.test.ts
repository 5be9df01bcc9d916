import { describe, expect, test } from "vitest";
import { rowChanges } from "@/components/data-table/rowChanges";

type Row = { _id: string; at: number; status?: string };
const newestFirst = (one: Row, other: Row) => other.at - one.at;
const tell = (before: Row | undefined, after: Row) =>
  before === undefined ? "arrived" : before.status === after.status ? null : `now ${after.status}`;

describe("what happened to a live list", () => {
  const old = { _id: "old", at: 1 };
  const held = { _id: "held", at: 5, status: "Registered" };

  test("a row that appears among the loaded rows counts as arrived", () => {
    const arrived = { _id: "new", at: 9 };
    const changes = rowChanges({ rows: [held], isDone: false }, [arrived, held], newestFirst, tell);
    expect([...changes]).toEqual([["new", "arrived"]]);
  });

  test("a row below the last loaded one counts as loaded, not arrived", () => {
    const changes = rowChanges({ rows: [held], isDone: false }, [held, old], newestFirst, tell);
    expect(changes.size).toBe(0);
  });

  test("a row at the end of a fully loaded list counts as arrived", () => {
    const changes = rowChanges({ rows: [held], isDone: true }, [held, old], newestFirst, tell);
    expect([...changes]).toEqual([["old", "arrived"]]);
  });

  test("a changed row says what changed, an unchanged one says nothing", () => {
    const sent = { ...held, status: "In Transit" };
    const renewed = { ...old };
    const before = { rows: [held, old], isDone: true };
    const changes = rowChanges(before, [sent, renewed], newestFirst, tell);
    expect([...changes]).toEqual([["held", "now In Transit"]]);
  });
});
