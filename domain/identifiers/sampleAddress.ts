const PATH = "/private/viewfs/";

/** Returns the URL of a sample's page, as printed on its label and its certificate. */
export function sampleAddress(origin: string, sampleId: string): string {
  return `${origin}${PATH}${sampleId}`;
}

/**
 * Returns the sample id in a scanned label's URL; null for any other text. The host name is
 * ignored: labels outlive it.
 */
export function sampleIdOfAddress(text: string): string | null {
  return /^https?:\/\/[^/\s]+\/private\/viewfs\/([a-z0-9]+)\/?$/i.exec(text.trim())?.[1] ?? null;
}
