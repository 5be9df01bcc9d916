import type { FieldJson, ValidatorJson } from "../values/validatorJson";
import { FIRST_BLOCK_INDEX } from "./blocks";
import { DamagedStoreError } from "./errors";

/** An index of a table. Its keys are `fields`, then `_id`. */
export interface Index {
  /** "table.index" */
  readonly name: string;
  /**
   * Prefix of the index's keys on disk: from FIRST_BLOCK_INDEX on, except for `by_id`, which has
   * the documents. Never reused, so entries left by a dropped index are never read.
   */
  readonly number: number;
  /** Field paths, "a.b"; `_creationTime` last. */
  readonly fields: readonly string[];
  /** `fields` split at the dots. */
  readonly paths: readonly (readonly string[])[];
}

export interface Table {
  readonly name: string;
  /** Encoded in every id of the table; never reused. */
  readonly number: number;
  /** `by_id`, `by_creation_time`, then the schema's indexes. */
  indexes: readonly [byId: Index, ...others: Index[]];
  /**
   * Document type that the schema declares; null accepts any document. Not stored: every start
   * applies the schema again.
   */
  documentType: ValidatorJson | null;
  /** Hash of the document type that every stored document is known to fit; null: unknown. */
  checkedType: string | null;
}

interface CatalogJson {
  readonly format: number;
  readonly nextTable: number;
  readonly nextSystemTable: number;
  readonly nextIndex: number;
  readonly tables: readonly {
    readonly name: string;
    readonly number: number;
    readonly checkedType: string | null;
    readonly indexes: readonly { name: string; number: number; fields: readonly string[] }[];
  }[];
  /**
   * Numbers of indexes whose entries must be removed: dropped indexes, and indexes that were still
   * being built when the process ended.
   */
  readonly leftovers: readonly number[];
}

/** 1 was that of earlier files: upgradeFile.ts. */
const FORMAT = 2;
const FIRST_USER_TABLE = 10_001; // as in the real backend; takes two bytes in an id
const TABLE_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

/** Tables and indexes of a store, persisted as one of its records. */
export class Catalog {
  readonly #byName = new Map<string, Table>();
  readonly #byNumber = new Map<number, Table>();
  #nextTable = FIRST_USER_TABLE;
  #nextSystemTable = 1;
  #nextIndex = 1; // 0 holds the store's own records
  readonly leftovers = new Set<number>();
  /** True when the stored record is older than this object. */
  isChanged = false;

  /** @throws DamagedStoreError naming `file` */
  static parse(json: string, file: string): Catalog {
    return Catalog.#of(parsed(json, FORMAT, file));
  }

  /**
   * Returns the catalog of an earlier version's file, with the numbers that its indexes get, and
   * without the indexes whose entries were to be removed.
   *
   * @throws DamagedStoreError naming `file`
   */
  static parseFormat1(json: string, file: string): Catalog {
    const stored = parsed(json, 1, file);
    const tables = stored.tables.map((table) => {
      const [byId, ...others] = table.indexes;
      const renumbered = others.map((index) => ({
        ...index,
        number: index.number + FIRST_BLOCK_INDEX,
      }));
      return { ...table, indexes: [byId!, ...renumbered] };
    });
    return Catalog.#of({ ...stored, tables, leftovers: [] });
  }

  static #of(stored: CatalogJson): Catalog {
    const catalog = new Catalog();
    catalog.#nextTable = stored.nextTable;
    catalog.#nextSystemTable = stored.nextSystemTable;
    catalog.#nextIndex = stored.nextIndex;
    for (const number of stored.leftovers) catalog.leftovers.add(number);
    for (const { name, number, checkedType, indexes } of stored.tables) {
      const [byId, ...others] = indexes.map((index) =>
        newIndex(index.name, index.number, index.fields),
      );
      catalog.#add({ name, number, indexes: [byId!, ...others], documentType: null, checkedType });
    }
    return catalog;
  }

  toJson(): string {
    const stored: CatalogJson = {
      format: FORMAT,
      nextTable: this.#nextTable,
      nextSystemTable: this.#nextSystemTable,
      nextIndex: this.#nextIndex,
      tables: this.tables().map(({ name, number, checkedType, indexes }) => ({
        name,
        number,
        checkedType,
        indexes: indexes.map((index) => ({
          name: index.name,
          number: index.number,
          fields: index.fields,
        })),
      })),
      leftovers: [...this.leftovers],
    };
    return JSON.stringify(stored);
  }

  tables(): Table[] {
    return [...this.#byName.values()];
  }

  table(name: string): Table | undefined {
    return this.#byName.get(name);
  }

  tableOfNumber(number: number): Table | undefined {
    return this.#byNumber.get(number);
  }

  /**
   * Returns the table `name`, creating it when missing: as in the real backend, the first insert
   * creates a table.
   */
  tableOrNew(name: string): Table {
    return this.#byName.get(name) ?? this.#newTable(name, this.#freeNumber(name));
  }

  /**
   * Creates a table with a given number, because ids made by another deployment contain it.
   *
   * @throws Error when another table has the name or the number
   */
  adopt(name: string, number: number): Table {
    const taken = this.#byName.get(name) ?? this.#byNumber.get(number);
    if (taken) throw new Error(`table ${name} with number ${number} conflicts with ${taken.name}`);
    return this.#newTable(name, number);
  }

  #freeNumber(name: string): number {
    for (;;) {
      const number = name.startsWith("_") ? this.#nextSystemTable++ : this.#nextTable++;
      if (!this.#byNumber.has(number)) return number;
    }
  }

  #newTable(name: string, number: number): Table {
    const isSystem = name.startsWith("_");
    if (!TABLE_NAME.test(isSystem ? name.slice(1) : name)) {
      throw new Error(
        `Invalid table name ${name}: it must start with a letter and have at most 64 letters, digits and underscores`,
      );
    }
    const table: Table = {
      name,
      number,
      indexes: [
        newIndex(`${name}.by_id`, this.#nextIndex++, []),
        this.newIndex(name, "by_creation_time", []),
      ],
      documentType: null,
      checkedType: null,
    };
    this.#add(table);
    this.isChanged = true;
    return table;
  }

  /**
   * Creates an index with an unused number. The caller adds it to the table. `fields` excludes
   * `_creationTime`.
   */
  newIndex(table: string, name: string, fields: readonly string[]): Index {
    this.isChanged = true;
    const number = FIRST_BLOCK_INDEX + this.#nextIndex++;
    return newIndex(`${table}.${name}`, number, [...fields, "_creationTime"]);
  }

  #add(table: Table): void {
    this.#byName.set(table.name, table);
    this.#byNumber.set(table.number, table);
  }
}

/** @throws DamagedStoreError naming `file` */
function parsed(json: string, format: number, file: string): CatalogJson {
  let stored: CatalogJson;
  try {
    stored = JSON.parse(json) as CatalogJson;
  } catch (cause) {
    throw new DamagedStoreError(`${file} is damaged: its catalog cannot be read.`, { cause });
  }
  if (stored.format === format) return stored;
  throw new DamagedStoreError(
    `${file} has format ${stored.format}; this program reads format ${format}.`,
  );
}

function newIndex(name: string, number: number, fields: readonly string[]): Index {
  return { name, number, fields, paths: fields.map((field) => field.split(".")) };
}

/** Removes the system fields that a schema may list from `type`; they are not checked. */
export function withoutSystemFieldTypes(type: ValidatorJson): ValidatorJson {
  if (type.type === "union")
    return { type: "union", value: type.value.map(withoutSystemFieldTypes) };
  if (type.type !== "object") return type;
  const fields: Record<string, FieldJson> = { ...type.value };
  delete fields["_id"];
  delete fields["_creationTime"];
  return { type: "object", value: fields };
}
