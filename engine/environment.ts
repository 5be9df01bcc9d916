import type { Database, ReadTransaction } from "./commit/database";

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
const MAX_VALUE_BYTES = 8 * 1024;
const MAX_VARIABLES = 1_000;

export interface EnvironmentVariable {
  readonly name: string;
  readonly value: string;
}

/**
 * The deployment's environment variables: rows of `_environment`, which functions see as
 * `process.env`. Functions cannot see the process's own environment.
 */
export class Environment {
  readonly #database: Database;
  readonly #builtIn: Readonly<Record<string, string>>;
  readonly #listeners = new Set<() => Promise<void>>();
  #values: Readonly<Record<string, string>> = {};

  private constructor(database: Database, builtIn: Readonly<Record<string, string>>) {
    this.#database = database;
    this.#builtIn = builtIn;
  }

  /** @param builtIn variables that the deployment provides, such as CONVEX_SITE_URL */
  static open(database: Database, builtIn: Readonly<Record<string, string>>): Environment {
    const environment = new Environment(database, builtIn);
    environment.#reload();
    return environment;
  }

  /**
   * The variables as functions see them in `process.env`. Frozen; every change creates a new
   * object.
   */
  get values(): Readonly<Record<string, string>> {
    return this.#values;
  }

  get(name: string): string | null {
    return this.list().find((variable) => variable.name === name)?.value ?? null;
  }

  /** Returns the variables that were set, sorted by name, without the built-in ones. */
  list(): EnvironmentVariable[] {
    return Object.entries(this.#values)
      .filter(([name]) => !(name in this.#builtIn))
      .map(([name, value]) => ({ name, value }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Applies all changes in one transaction; `value` null removes a variable. Resolves when they are
   * on disk and the functions have been reloaded, because a module may read a variable while it
   * loads.
   *
   * @throws Error naming the invalid variable
   */
  async set(
    changes: readonly { readonly name: string; readonly value: string | null }[],
  ): Promise<void> {
    for (const { name, value } of changes) this.#check(name, value);
    await this.#database.write((tx) => {
      for (const { name, value } of changes) {
        const range = tx.indexRange("_environment.by_name", [
          { type: "Eq", fieldPath: "name", value: name },
        ]);
        for (const row of [...tx.scan("_environment.by_name", range, "asc")]) tx.remove(row.id);
        if (value !== null) tx.insert("_environment", { name, value });
      }
      if (rows(tx).length > MAX_VARIABLES) {
        throw new Error(`A deployment holds at most ${MAX_VARIABLES} environment variables.`);
      }
    });
    this.#reload();
    for (const listener of this.#listeners) await listener();
  }

  onChange(listener: () => Promise<void>): void {
    this.#listeners.add(listener);
  }

  #check(name: string, value: string | null): void {
    if (!NAME.test(name)) {
      throw new Error(
        `Environment variable name "${name}" is not valid: 1 to 40 letters, digits and underscores, not beginning with a digit.`,
      );
    }
    if (name in this.#builtIn) {
      throw new Error(`Environment variable "${name}" is built in and can't be changed.`);
    }
    if (value !== null && Buffer.byteLength(value) > MAX_VALUE_BYTES) {
      throw new Error(
        `Environment variable "${name}" is larger than the limit of ${MAX_VALUE_BYTES} bytes.`,
      );
    }
  }

  #reload(): void {
    const tx = this.#database.beginRead();
    try {
      this.#values = Object.freeze({
        ...Object.fromEntries(rows(tx).map(({ name, value }) => [name, value])),
        ...this.#builtIn,
      });
    } finally {
      tx.close();
    }
  }
}

function rows(tx: ReadTransaction): EnvironmentVariable[] {
  const all = tx.scan("_environment.by_name", tx.indexRange("_environment.by_name", []), "asc");
  return [...all].map((row) => JSON.parse(row.json) as EnvironmentVariable);
}
