import type { EncryptedPart, PartStorage } from "@/lib/tables/partStorage";

/** A browser's storage, in memory; IndexedDB itself is tested in tests/e2e. */
export class MemoryParts implements PartStorage {
  parts: ReadonlyMap<string, EncryptedPart> = new Map();

  readAll = () => Promise.resolve(this.parts);

  replaceAll(parts: ReadonlyMap<string, EncryptedPart>): Promise<void> {
    this.parts = structuredClone(parts);
    return Promise.resolve();
  }

  clear(): Promise<void> {
    return this.replaceAll(new Map());
  }
}

/** A key as the server gives it: one that cannot be exported. */
export async function aKey(): Promise<CryptoKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
