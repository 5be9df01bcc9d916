import { LIMITS } from "../values/limits";
import type { ValidatorJson } from "../values/validatorJson";
import { SchemaMismatchError } from "./errors";

/** `JSON.parse(schema.export())` of the bundle's schema module. */
export interface SchemaJson {
  readonly tables: readonly TableJson[];
  readonly schemaValidation: boolean;
}

export interface TableJson {
  readonly tableName: string;
  readonly indexes: readonly IndexJson[];
  readonly searchIndexes?: readonly unknown[];
  readonly vectorIndexes?: readonly unknown[];
  readonly documentType: ValidatorJson | null;
}

interface IndexJson {
  readonly indexDescriptor: string;
  readonly fields: readonly string[];
}

/** The deployment's own tables: ordinary tables with indexes but no document type. */
export const SYSTEM_TABLES: readonly TableJson[] = [
  systemTable("_scheduled_functions", {
    by_state_and_time: ["state.kind", "scheduledTime"],
    by_completedTime: ["completedTime"],
  }),
  systemTable("_storage", { by_storageId: ["storageId"] }),
  systemTable("_environment", { by_name: ["name"] }),
  systemTable("_cron_jobs", { by_name: ["name"] }),
  systemTable("_session_requests", { by_session_and_request: ["sessionId", "requestId"] }),
];

function systemTable(tableName: string, indexes: Record<string, readonly string[]>): TableJson {
  return {
    tableName,
    indexes: Object.entries(indexes).map(([indexDescriptor, fields]) => ({
      indexDescriptor,
      fields,
    })),
    documentType: null,
  };
}

const INDEX_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

/**
 * @throws SchemaMismatchError naming the table and the part that this engine or the real backend
 *   refuses
 */
export function checkSchema(schema: SchemaJson): void {
  for (const table of schema.tables) {
    const refuse = (reason: string): never => {
      throw new SchemaMismatchError(`Table "${table.tableName}" ${reason}`);
    };
    if (table.searchIndexes?.length) refuse("has a search index: text search is not supported.");
    if (table.vectorIndexes?.length) refuse("has a vector index: vector search is not supported.");
    if (table.indexes.length > LIMITS.indexesPerTable) {
      refuse(`has more than ${LIMITS.indexesPerTable} indexes.`);
    }
    const names = new Set(["by_id", "by_creation_time"]);
    for (const { indexDescriptor: name, fields } of table.indexes) {
      if (!INDEX_NAME.test(name) || names.has(name))
        refuse(`cannot have an index named "${name}".`);
      names.add(name);
      if (fields.length === 0 || fields.length > LIMITS.indexFields) {
        refuse(`has an index "${name}" of ${fields.length} fields (limit: ${LIMITS.indexFields}).`);
      }
      if (fields.some((field) => field === "_id" || field === "_creationTime")) {
        refuse(`has an index "${name}" on a system field; every index ends with _creationTime.`);
      }
    }
  }
}
