import { createHash } from "node:crypto";
import { withoutSystemFieldTypes, type Catalog, type Index, type Table } from "../storage/catalog";
import { SchemaMismatchError } from "../storage/errors";
import { checkSchema, SYSTEM_TABLES, type SchemaJson, type TableJson } from "../storage/schema";
import type { Store } from "../storage/store";
import type { Write } from "../storage/writes";
import { tableNumberOfId } from "../values/ids";
import type { JSONObject } from "../values/json";
import { EVERYTHING } from "../values/keys";
import { validateDocument, type TableResolver } from "../values/validator";
import type { ValidatorJson } from "../values/validatorJson";
import { indexKey } from "./revision";
import type { StoreRecords } from "./storeRecords";
import { scanDocuments, upgradeDocuments, type Upgrades } from "./upgrade";

const LEFTOVER_BATCH = 5_000; // entries removed by one commit

interface Plan {
  readonly table: Table;
  readonly documentType: ValidatorJson | null;
  readonly checkedType: string | null;
  readonly indexes: Table["indexes"];
  readonly added: readonly Index[];
  readonly dropped: readonly Index[];
}

/**
 * Gives the store the tables and indexes of `schema`; see `Database.applySchema`. The steps are
 * ordered so that a crash at any point leaves a usable store:
 *
 *   1. check every document as its upgrade will make it    nothing is written yet
 *   2. store the upgraded documents                        the next start upgrades the rest
 *   3. record the new indexes' numbers as leftovers        the next start removes their entries
 *   4. build the new indexes                               as after 3
 *   5. commit the new table definitions in one commit;     the dropped indexes are now leftovers
 *   6. remove the entries of leftover indexes              the next start removes the rest
 */
export async function applySchema(
  schema: SchemaJson,
  upgrades: Upgrades,
  store: Store,
  records: StoreRecords,
): Promise<void> {
  checkSchema(schema);
  const { catalog } = records;
  const declared = new Map<string, TableJson>();
  for (const table of [...SYSTEM_TABLES, ...schema.tables]) declared.set(table.tableName, table);
  for (const name of declared.keys()) catalog.tableOrNew(name);

  const plans: Plan[] = [];
  const changed: Table[] = [];
  for (const table of catalog.tables()) {
    const json = declared.get(table.name);
    const type = (schema.schemaValidation && json?.documentType) || null;
    const documentType = type && withoutSystemFieldTypes(type);
    const checkedType = documentType && hash(documentType);
    if (documentType && checkedType !== table.checkedType) {
      const upgrade = upgrades[table.name] ?? unchanged;
      await checkDocuments({ table, documentType, upgrade }, catalog, store);
      changed.push(table);
    }
    plans.push({ table, documentType, checkedType, ...planIndexes(table, json, catalog) });
  }

  for (const table of changed) {
    const upgrade = upgrades[table.name];
    if (upgrade) await upgradeDocuments(table, upgrade, store);
  }
  const added = plans.flatMap((plan) => plan.added);
  if (added.length > 0) {
    for (const { number } of added) catalog.leftovers.add(number);
    await store.commit(records.writes());
    for (const plan of plans) await buildIndexes(plan, store);
  }
  for (const { table, documentType, checkedType, indexes, added, dropped } of plans) {
    if (table.checkedType !== checkedType) catalog.isChanged = true;
    Object.assign(table, { documentType, checkedType, indexes });
    for (const { number } of added) catalog.leftovers.delete(number);
    for (const { number } of dropped) catalog.leftovers.add(number);
    if (added.length + dropped.length > 0) catalog.isChanged = true;
  }
  if (catalog.isChanged) await store.commit(records.writes());
  await removeLeftovers(store, records);
}

/**
 * True if `schema` changes the type of a table whose documents an earlier schema has checked. A
 * program with that schema may then refuse documents that a program with the new one writes.
 */
export function changesStoredTypes(schema: SchemaJson, catalog: Catalog, store: Store): boolean {
  if (!schema.schemaValidation) return false;
  return schema.tables.some(({ tableName, documentType }) => {
    const table = catalog.table(tableName);
    if (!table || table.checkedType === null || documentType === null) return false;
    const isChanged = table.checkedType !== hash(withoutSystemFieldTypes(documentType));
    return isChanged && hasDocuments(table, store);
  });
}

function hasDocuments(table: Table, store: Store): boolean {
  const snapshot = store.snapshot();
  try {
    return snapshot.keys(table.indexes[0].number, EVERYTHING, "asc", 1).length > 0;
  } finally {
    snapshot.close();
  }
}

function planIndexes(table: Table, json: TableJson | undefined, catalog: Catalog) {
  const [byId, byCreationTime, ...current] = table.indexes;
  const kept: Index[] = [];
  const added: Index[] = [];
  for (const { indexDescriptor, fields } of json?.indexes ?? []) {
    const name = `${table.name}.${indexDescriptor}`;
    const wanted = [...fields, "_creationTime"].join();
    const known = current.find((index) => index.name === name && index.fields.join() === wanted);
    if (known) kept.push(known);
    else added.push(catalog.newIndex(table.name, indexDescriptor, fields));
  }
  const indexes: Table["indexes"] = [byId, byCreationTime!, ...kept, ...added];
  return { indexes, added, dropped: current.filter((index) => !kept.includes(index)) };
}

interface TypeChange {
  readonly table: Table;
  readonly documentType: ValidatorJson;
  readonly upgrade: Upgrades[string];
}

/** @throws SchemaMismatchError naming the first document that does not fit after its upgrade */
async function checkDocuments(
  { table, documentType, upgrade }: TypeChange,
  catalog: Catalog,
  store: Store,
): Promise<void> {
  const ids: TableResolver = {
    tableOfId: (id) => catalog.tableOfNumber(tableNumberOfId(id) ?? 0)?.name ?? null,
  };
  const upgraded = (fields: JSONObject, id: string) => {
    try {
      return upgrade(fields);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const where = `The upgrade of document "${id}" in table "${table.name}" failed`;
      throw new Error(`${where}: ${reason}`, { cause });
    }
  };
  for await (const batch of scanDocuments(table, store)) {
    for (const { id, fields } of batch) {
      const message = validateDocument(documentType, upgraded(fields, id), ids);
      if (message !== null) {
        throw new SchemaMismatchError(
          `Schema validation failed.\nDocument with ID "${id}" in table "${table.name}" does not match the schema: ${message}`,
        );
      }
    }
  }
}

async function buildIndexes({ table, added }: Plan, store: Store): Promise<void> {
  if (added.length === 0) return;
  for await (const batch of scanDocuments(table, store)) {
    const writes: Write[] = [];
    for (const { id, fields } of batch) {
      for (const index of added) {
        writes.push({ index: index.number, key: indexKey(index, id, fields), value: "" });
      }
    }
    await store.commit(writes);
  }
}

async function removeLeftovers(store: Store, records: StoreRecords): Promise<void> {
  const { catalog } = records;
  for (const number of [...catalog.leftovers]) {
    for (;;) {
      const snapshot = store.snapshot();
      const keys = snapshot.keys(number, EVERYTHING, "asc", LEFTOVER_BATCH);
      snapshot.close();
      if (keys.length === 0) break;
      await store.commit(Array.from(keys, (key) => ({ index: number, key, value: null })));
    }
    catalog.leftovers.delete(number);
    catalog.isChanged = true;
  }
  if (catalog.isChanged) await store.commit(records.writes());
}

const unchanged: Upgrades[string] = (document) => document;

function hash(type: ValidatorJson): string {
  return createHash("sha256").update(JSON.stringify(type)).digest("hex");
}
