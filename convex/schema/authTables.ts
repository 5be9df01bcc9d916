import { authTables as libraryTables } from "@convex-dev/auth/server";
import type { TableDefinition } from "convex/server";
import type { VObject } from "convex/values";

/**
 * The tables of @convex-dev/auth with optional fields as they are read: absent, never undefined.
 * The library was compiled without `exactOptionalPropertyTypes`, so its types say `field?: T |
 * undefined`, which is no Convex value and makes the whole data model unusable to convex-helpers.
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
