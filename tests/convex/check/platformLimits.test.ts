import { expect, test } from "vitest";
import schema from "../../../convex/schema";

/** What `npx convex deploy` sends; the published types hide the method. */
type Exported = {
  tables: { tableName: string; indexes: { indexDescriptor: string; fields: string[] }[] }[];
};
const { tables } = JSON.parse((schema as unknown as { export(): string }).export()) as Exported;

/** https://docs.convex.dev/production/state/limits */
const DOCUMENTED = { tables: 10_000, indexesPerTable: 32, indexFields: 16, nameLength: 64 };

test("the schema keeps the limits that Convex documents", () => {
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.length).toBeLessThanOrEqual(DOCUMENTED.tables);
  const tooMany = tables.filter(({ indexes }) => indexes.length > DOCUMENTED.indexesPerTable);
  expect(tooMany.map(({ tableName }) => tableName)).toEqual([]);
  const indexes = tables.flatMap((table) => table.indexes);
  expect(indexes.filter(({ fields }) => fields.length > DOCUMENTED.indexFields)).toEqual([]);
  const names = tables.flatMap(({ tableName, indexes: own }) => [
    tableName,
    ...own.flatMap(({ indexDescriptor, fields }) => [indexDescriptor, ...fields]),
  ]);
  expect(names.filter((name) => name.length > DOCUMENTED.nameLength)).toEqual([]);
});
