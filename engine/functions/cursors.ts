import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Position between two rows where a page of a query begins or ends: after the row with this index
 * key, or after the last row.
 */
export type CursorPosition = { readonly after: Uint8Array } | "end";

const MAC_BYTES = 16;
const FINGERPRINT_BYTES = 8;
const HEADER_BYTES = MAC_BYTES + FINGERPRINT_BYTES + 1;
const END = 0;
const AFTER = 1;

/** Limits of the cursors that are remembered; a live query seals the same one at every run. */
const MAX_KNOWN = 2_000;
const MAX_KNOWN_CHARS = 4_096;

interface Known {
  readonly query: string;
  readonly position: CursorPosition;
}

/**
 * Encodes cursors for clients: base64url of
 *
 *   16 bytes HMAC-SHA256 | 8 bytes query fingerprint | 1 byte 0 (end) or 1 (after) | index key
 *
 * The HMAC keeps clients from forging keys to read rows outside the pages they were given.
 */
export class CursorSeal {
  readonly #secret: Uint8Array;
  /** Cursors sealed here: each HMAC costs as much as reading some rows. */
  readonly #known = new Map<string, Known>();
  /** The cursor sealed last for each query. */
  readonly #last = new Map<string, string>();

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** @param query the serialized query; `open` accepts the cursor for this query only */
  seal(query: string, position: CursorPosition): string {
    const last = this.#last.get(query);
    if (last !== undefined && isSame(this.#known.get(last)!.position, position)) return last;
    const cursor = this.#sealed(query, position);
    if (query.length + cursor.length > MAX_KNOWN_CHARS) return cursor;
    if (this.#known.size === MAX_KNOWN) {
      this.#known.clear();
      this.#last.clear();
    }
    // A copy, because the key may be a view of a larger buffer, which would be kept with it.
    const kept = position === "end" ? position : { after: new Uint8Array(position.after) };
    this.#known.set(cursor, { query, position: kept });
    this.#last.set(query, cursor);
    return cursor;
  }

  #sealed(query: string, position: CursorPosition): string {
    const key = position === "end" ? new Uint8Array() : position.after;
    const bytes = Buffer.allocUnsafe(HEADER_BYTES + key.length);
    this.#fingerprint(query).copy(bytes, MAC_BYTES);
    bytes[HEADER_BYTES - 1] = position === "end" ? END : AFTER;
    bytes.set(key, HEADER_BYTES);
    this.#mac(bytes.subarray(MAC_BYTES)).copy(bytes);
    return bytes.toString("base64url");
  }

  /** Returns null for a cursor that was forged, or sealed for another query. */
  open(query: string, cursor: string): CursorPosition | null {
    const known = this.#known.get(cursor);
    if (known) return known.query === query ? known.position : null;
    const bytes = Buffer.from(cursor, "base64url");
    if (bytes.length < HEADER_BYTES) return null;
    const sealed = bytes.subarray(MAC_BYTES);
    if (!timingSafeEqual(this.#mac(sealed), bytes.subarray(0, MAC_BYTES))) return null;
    if (!sealed.subarray(0, FINGERPRINT_BYTES).equals(this.#fingerprint(query))) return null;
    if (bytes[HEADER_BYTES - 1] === END) return "end";
    return { after: new Uint8Array(bytes.subarray(HEADER_BYTES)) };
  }

  #mac(bytes: Uint8Array): Buffer {
    return createHmac("sha256", this.#secret).update(bytes).digest().subarray(0, MAC_BYTES);
  }

  #fingerprint(query: string): Buffer {
    return this.#mac(Buffer.from(query)).subarray(0, FINGERPRINT_BYTES);
  }
}

function isSame(one: CursorPosition, other: CursorPosition): boolean {
  if (one === "end" || other === "end") return one === other;
  return Buffer.compare(one.after, other.after) === 0;
}
