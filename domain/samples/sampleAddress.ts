const PATH = "/private/viewfs/";

/** Returns the address of a sample's page, as its label and its certificate bear it. */
export function sampleAddress(origin: string, sampleId: string): string {
  return `${origin}${PATH}${sampleId}`;
}

/**
 * Returns the id of the sample whose label was scanned; null for any other text. The name of the
 * server does not matter: labels outlive it.
 */
export function sampleIdOfAddress(text: string): string | null {
  return /^https?:\/\/[^/\s]+\/private\/viewfs\/([a-z0-9]+)\/?$/i.exec(text.trim())?.[1] ?? null;
}
