/**
 * Limits how many long exports one person runs concurrently. The server assigns each export a slot
 * (convex/model/reports/runningExports.ts), which expires unless it is renewed, so a crashed
 * program or an abandoned download does not block others for long.
 */

/** Maximum number of concurrent exports per person. */
export const MAX_RUNNING_EXPORTS = 2;

/** Time after which a slot expires unless renewed. */
export const EXPORT_PLACE_MS = 30_000;

/** Age at which a running export renews its slot. */
const RENEW_AFTER_MS = 10_000;

/** How an export calls the server about its slot; each slot has an id. */
export type ExportPlaces = {
  /** @throws EXPORTS_FULL */
  readonly begin: () => Promise<string>;
  /**
   * Resolves to the id to use from now on; an expired slot is replaced by a new one.
   *
   * @throws EXPORTS_FULL
   */
  readonly renew: (id: string) => Promise<string>;
  readonly end: (id: string) => Promise<unknown>;
};

/** The slot of a running export. */
export class ExportPlace {
  readonly #places: Pick<ExportPlaces, "renew" | "end">;
  readonly #now: () => number;
  #id: string | null;
  #renewedAt: number;

  /** @param now clock, epoch ms */
  constructor(places: Pick<ExportPlaces, "renew" | "end">, id: string, now: () => number) {
    this.#places = places;
    this.#id = id;
    this.#now = now;
    this.#renewedAt = now();
  }

  /**
   * Call before each page; contacts the server only every RENEW_AFTER_MS.
   *
   * @throws EXPORTS_FULL
   */
  async keep(): Promise<void> {
    if (this.#id === null || this.#now() - this.#renewedAt < RENEW_AFTER_MS) return;
    this.#id = await this.#places.renew(this.#id);
    this.#renewedAt = this.#now();
  }

  /** Releases the slot, once. If the server cannot be reached, the slot expires. */
  async end(): Promise<void> {
    const id = this.#id;
    this.#id = null;
    if (id !== null) await this.#places.end(id).catch(() => undefined);
  }
}

/**
 * Yields `pages` while holding a slot.
 *
 * @throws EXPORTS_FULL, before the first page
 */
export async function* inExportPlace<Page>(
  places: ExportPlaces,
  pages: AsyncIterable<Page>,
  now: () => number,
): AsyncGenerator<Page, void> {
  const place = new ExportPlace(places, await places.begin(), now);
  try {
    for await (const page of pages) {
      await place.keep();
      yield page;
    }
  } finally {
    await place.end();
  }
}
