type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** `{ a: number | undefined }` as `{ a?: number }`. */
type WithoutUndefined<T> = Omit<T, OptionalKeys<T>> & {
  [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};

/** Changes to a `T`, as passed to `ctx.db.patch`: undefined clears an optional field. */
export type Patch<T> = {
  [K in keyof T as object extends Pick<T, K> ? K : never]?: T[K] | undefined;
} & { [K in keyof T as object extends Pick<T, K> ? never : K]?: T[K] };

/**
 * Returns the keys of a table, typed as such. `Object.keys` types them as strings, because an
 * object may have more properties than its type declares: pass object literals only.
 */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** Returns the given fields of the object. */
export function pickFields<T extends object, Field extends keyof T>(
  object: T,
  fields: readonly Field[],
): Pick<T, Field> {
  const kept = {} as Pick<T, Field>;
  for (const field of fields) if (field in object) kept[field] = object[field];
  return kept;
}

/**
 * Returns the object without its undefined fields: Convex stores an optional field as absent, never
 * as undefined.
 */
export function omitUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  const kept: Partial<T> = {};
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as WithoutUndefined<T>;
}

/**
 * Returns the same object, typed without undefined fields, which `ctx.db` omits when it stores a
 * document. Use it for documents with many fields: V8 represents the copy made by `omitUndefined`
 * as a hash table beyond 16 fields, which takes ten times as long to spread and twice as long to
 * encode.
 */
export function undefinedAsAbsent<T extends object>(fields: T): WithoutUndefined<T> {
  return fields;
}
