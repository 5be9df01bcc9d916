const PREFIX = "basket ";

/** Key under which a tab stores the basket of `owner` (an e-mail). */
export const basketKey = (owner: string) => PREFIX + owner;

/** Deletes a tab's baskets, with the sample numbers and texts in them. */
export function dropBaskets(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(PREFIX)) storage.removeItem(key);
}
