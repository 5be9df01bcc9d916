import type { EncryptedPart, PartStorage } from "@/lib/tables/partStorage";

/** In-memory storage of a browser; tests/e2e covers IndexedDB itself. */
export class MemoryParts implements PartStorage {
  parts = new Map<string, EncryptedPart>();

  get = (name: string) => Promise.resolve(this.parts.get(name));

  put = (name: string, part: EncryptedPart): Promise<void> => {
    this.parts.set(name, structuredClone(part));
    return Promise.resolve();
  };

  keepOnly(names: ReadonlySet<string>): Promise<void> {
    for (const name of this.parts.keys()) if (!names.has(name)) this.parts.delete(name);
    return Promise.resolve();
  }

  clear = () => this.keepOnly(new Set());
}

/** Returns a key like the server's: one that cannot be exported. */
export async function aKey(): Promise<CryptoKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
