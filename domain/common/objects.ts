type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** `{ a: number | undefined }` as `{ a?: number }`. */
type WithoutUndefined<T> = Omit<T, OptionalKeys<T>> & {
  [K in OptionalKeys<T>]?: Exclude<T[K], undefined>;
};

/** Changes to a `T`, like the argument of `ctx.db.patch`: undefined clears an optional field. */
export type Patch<T> = {
  [K in keyof T as object extends Pick<T, K> ? K : never]?: T[K] | undefined;
} & { [K in keyof T as object extends Pick<T, K> ? never : K]?: T[K] };

/**
 * Returns the names of a table's rows, typed as such. `Object.keys` types them as strings, because
 * an object may have more properties than its type names: pass objects written out in full.
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
 * Returns the same object, typed as without its undefined fields, which `ctx.db` leaves out when it
 * stores a document. For documents of many fields: V8 keeps the copy that `omitUndefined` makes of
 * more than 16 fields as a hash table, which takes ten times as long to spread and twice as long to
 * encode.
 */
export function undefinedAsAbsent<T extends object>(fields: T): WithoutUndefined<T> {
  return fields;
}
