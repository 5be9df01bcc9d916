import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../commit/database";

const LIFETIME_MS = 3_600_000;
const NONCE_BYTES = 16;
const BODY_BYTES = 6 + NONCE_BYTES; // 6 bytes: epoch ms

/**
 * Creates and checks the tokens of upload URLs. A token is the base64url of
 *
 *     6 bytes expiry (epoch ms, big endian) ‖ 16 random bytes ‖ 32 bytes HMAC-SHA256 of those 22
 *
 * Because of the HMAC, issued tokens need not be stored. Used tokens are kept in memory until they
 * expire. A restart forgets them, so a used token may be used once more within its hour, for one
 * more upload.
 */
export class UploadTokens {
  readonly #secret: Uint8Array;
  readonly #clock: Clock;
  /** Expiry (epoch ms) of each used token, in order of use. */
  readonly #used = new Map<string, number>();

  constructor(secret: Uint8Array, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  create(): string {
    const body = Buffer.alloc(BODY_BYTES);
    body.writeUIntBE(this.#clock.now() + LIFETIME_MS, 0, 6);
    randomBytes(NONCE_BYTES).copy(body, 6);
    return Buffer.concat([body, this.#mac(body)]).toString("base64url");
  }

  /** Uses up a token. Returns true once per token, within its hour. */
  claim(token: string): boolean {
    const bytes = Buffer.from(token, "base64url");
    const body = bytes.subarray(0, BODY_BYTES);
    const mac = bytes.subarray(BODY_BYTES);
    if (body.length < BODY_BYTES || mac.length !== 32) return false;
    if (!timingSafeEqual(mac, this.#mac(body))) return false;
    const now = this.#clock.now();
    const expiry = body.readUIntBE(0, 6);
    // Use the decoded bytes, because base64url text has several spellings of them.
    const key = body.toString("base64url");
    if (expiry < now || this.#used.has(key)) return false;
    for (const [used, usedExpiry] of this.#used) if (usedExpiry < now) this.#used.delete(used);
    this.#used.set(key, expiry);
    return true;
  }

  #mac(body: Uint8Array): Buffer {
    return createHmac("sha256", this.#secret).update(body).digest();
  }
}
