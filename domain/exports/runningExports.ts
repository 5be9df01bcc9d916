/**
 * Bounds how many long exports one person runs at a time. The server gives each of them a place
 * (convex/model/reports/runningExports.ts), which expires unless it is renewed: a program that
 * crashed, or a reader that went away, keeps nobody waiting for long.
 */

/** Most exports of one person at a time. */
export const MAX_RUNNING_EXPORTS = 2;

/** Time after which a place that was not renewed is free again. */
export const EXPORT_PLACE_MS = 30_000;

/** Age at which a running export renews its place. */
const RENEW_AFTER_MS = 10_000;

/** How an export reaches the server for its place; each place has an id. */
export type ExportPlaces = {
  /** @throws EXPORTS_FULL */
  readonly begin: () => Promise<string>;
  /**
   * Resolves to the id from now on: a place that has expired is taken anew.
   *
   * @throws EXPORTS_FULL
   */
  readonly renew: (id: string) => Promise<string>;
  readonly end: (id: string) => Promise<unknown>;
};

/** The place of one export under way. */
export class ExportPlace {
  readonly #places: Pick<ExportPlaces, "renew" | "end">;
  readonly #now: () => number;
  #id: string | null;
  #renewedAt: number;

  /** @param now the clock, epoch ms */
  constructor(places: Pick<ExportPlaces, "renew" | "end">, id: string, now: () => number) {
    this.#places = places;
    this.#id = id;
    this.#now = now;
    this.#renewedAt = now();
  }

  /** Call before each page: asks the server only now and then. @throws EXPORTS_FULL */
  async keep(): Promise<void> {
    if (this.#id === null || this.#now() - this.#renewedAt < RENEW_AFTER_MS) return;
    this.#id = await this.#places.renew(this.#id);
    this.#renewedAt = this.#now();
  }

  /** Gives the place back, once. One that the server does not hear of expires. */
  async end(): Promise<void> {
    const id = this.#id;
    this.#id = null;
    if (id !== null) await this.#places.end(id).catch(() => undefined);
  }
}

/** Yields `pages` while the export has a place. @throws EXPORTS_FULL, before the first page */
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
