/** The fields of a history record that a way reads. */
export type WayRecord = {
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  readonly samplmanag: string;
  /** Epoch ms, UTC. */
  readonly actiondate: number;
};

/** A stay of a sample at one place. */
export type Stay = {
  readonly city: string;
  readonly country: string;
  /** E-mail of whoever held it when it came. */
  readonly holder: string;
  /** Epoch ms, UTC. */
  readonly since: number;
};

/** Returns the places that a sample was at, one after another. @param records the oldest first */
export function staysOf(records: readonly WayRecord[]): Stay[] {
  const stays: Stay[] = [];
  for (const { city = "", country = "", samplmanag: holder, actiondate: since } of records) {
    const last = stays.at(-1);
    if (city === "" || (last?.city === city && last.country === country)) continue;
    stays.push({ city, country, holder, since });
  }
  return stays;
}
