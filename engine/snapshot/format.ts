/**
 * A snapshot is the ZIP file that `npx convex export` writes and `npx convex import` reads:
 *
 *     README.md
 *     _tables/documents.jsonl            {"name":"users","id":10001}       one line per table
 *     users/documents.jsonl              {"_id":…,"_creationTime":…, …}    values/exportJson.ts
 *     users/generated_schema.jsonl       "uniform": documents are in that format
 *     _storage/documents.jsonl           StoredFileLine                    one line per stored file
 *     _storage/<id>                      the file's bytes; an extension may follow
 *
 * All of these names may have a common folder as prefix. Environment variables, scheduled functions
 * and keys are not part of a snapshot.
 */
export const documentsPath = (table: string): string => `${table}/documents.jsonl`;
export const schemaPath = (table: string): string => `${table}/generated_schema.jsonl`;
export const filePath = (id: string): string => `${STORAGE}/${id}`;

/** Folders that are not tables of the project. */
export const TABLES = "_tables";
export const STORAGE = "_storage";

/** Content of a `generated_schema.jsonl`. Convex wrote other content before 2025. */
export const UNIFORM = '"uniform"';

export type TableLine = { readonly name: string; readonly id: number };

export type StoredFileLine = {
  readonly _id: string;
  readonly _creationTime: number;
  /** Base64. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType?: string;
  /** In UUID form: the file's name in its URL. */
  readonly internalId: string;
};
