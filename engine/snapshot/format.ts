/**
 * A snapshot is the ZIP file that `npx convex export` writes and `npx convex import` reads:
 *
 *     README.md
 *     _tables/documents.jsonl            {"name":"users","id":10001}       of each table
 *     users/documents.jsonl              {"_id":…,"_creationTime":…, …}    values/exportJson.ts
 *     users/generated_schema.jsonl       "uniform": in that format
 *     _storage/documents.jsonl           StoredFileLine                    of each stored file
 *     _storage/<id>                      the file's bytes; an extension may follow
 *
 * A folder may stand before all of these names. Environment variables, scheduled functions and keys
 * are not part of a snapshot.
 */
export const documentsPath = (table: string): string => `${table}/documents.jsonl`;
export const schemaPath = (table: string): string => `${table}/generated_schema.jsonl`;
export const filePath = (id: string): string => `${STORAGE}/${id}`;

/** The folders of what is not a table of the project. */
export const TABLES = "_tables";
export const STORAGE = "_storage";

/** The content of a `generated_schema.jsonl`. Others are those of Convex before 2025. */
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
  /** Written like a UUID: the file's name in its URL. */
  readonly internalId: string;
};
