/** The fields of a history record that a route uses. */
export type RouteRecord = {
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  readonly samplmanag: string;
  /** Epoch ms, UTC. */
  readonly actiondate: number;
};

/** A sample's stay at one place. */
export type Stay = {
  readonly city: string;
  readonly country: string;
  /** E-mail of the holder when it arrived. */
  readonly holder: string;
  /** Epoch ms, UTC. */
  readonly since: number;
};

/**
 * Returns the consecutive places of a sample.
 *
 * @param records oldest first
 */
export function staysOf(records: readonly RouteRecord[]): Stay[] {
  const stays: Stay[] = [];
  for (const { city = "", country = "", samplmanag: holder, actiondate: since } of records) {
    const last = stays.at(-1);
    if (city === "" || (last?.city === city && last.country === country)) continue;
    stays.push({ city, country, holder, since });
  }
  return stays;
}
