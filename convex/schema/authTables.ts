import { authTables as libraryTables } from "@convex-dev/auth/server";
import type { TableDefinition } from "convex/server";
import type { VObject } from "convex/values";

/**
 * The tables of @convex-dev/auth with optional fields typed as Convex stores them: absent, never
 * undefined. The library was compiled without `exactOptionalPropertyTypes`, so its types have
 * `field?: T | undefined`. Undefined is not a Convex value, and such a type makes convex-helpers
 * reject the whole data model.
 */
export const authTables = libraryTables as unknown as {
  [Table in keyof typeof libraryTables]: ExactTable<(typeof libraryTables)[Table]>;
};

type ExactTable<Table> =
  Table extends TableDefinition<
    VObject<infer Document, infer Fields, infer Optional, infer Paths>,
    infer Indexes,
    infer SearchIndexes,
    infer VectorIndexes
  >
    ? TableDefinition<
        VObject<Exact<Document>, Fields, Optional, Paths>,
        Indexes,
        SearchIndexes,
        VectorIndexes
      >
    : never;

type Exact<Document> = { [Field in keyof Document]: Exclude<Document[Field], undefined> };
