import type { ValidatorJson } from "../values/validator";

/** `JSON.parse(schema.export())`: what the official bundle's schema evaluates to. */
export interface SchemaJson {
  readonly tables: readonly TableJson[];
  readonly schemaValidation: boolean;
}

export interface TableJson {
  readonly tableName: string;
  readonly indexes: readonly IndexJson[];
  readonly stagedDbIndexes?: readonly IndexJson[];
  readonly searchIndexes?: readonly unknown[];
  readonly vectorIndexes?: readonly unknown[];
  readonly documentType: ValidatorJson | null;
}

export interface IndexJson {
  readonly indexDescriptor: string;
  readonly fields: readonly string[];
}

/** The deployment's own tables: ordinary tables with indexes, no document type. */
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
