/** The seven statuses of a sample, in the order in which screens show them. */
export const STATUSES = [
  "Registered",
  "In Transit",
  "In Use",
  "In Return",
  "Returned",
  "Request Lost",
  "Lost",
] as const;

export type Status = (typeof STATUSES)[number];

/** Number of samples in each status. */
export type StatusCounts = Record<Status, number>;

export const NO_SAMPLES: Readonly<StatusCounts> = Object.freeze({
  Registered: 0,
  "In Transit": 0,
  "In Use": 0,
  "In Return": 0,
  Returned: 0,
  "Request Lost": 0,
  Lost: 0,
});

/** Statuses in which no one is responsible for the sample; only reopening leaves them. */
export const FINAL_STATUSES: readonly Status[] = ["Returned", "Lost"];

/** Statuses in which a person is responsible for the sample. */
export const OPEN_STATUSES: readonly Status[] = STATUSES.filter(
  (status) => !FINAL_STATUSES.includes(status),
);

/** Sums the counts of `statuses`; by default of all seven. */
export function sumOf(
  counts: Readonly<StatusCounts>,
  statuses: readonly Status[] = STATUSES,
): number {
  return statuses.reduce((sum, status) => sum + counts[status], 0);
}

/** Counts the samples in a person's responsibility: neither Returned nor Lost. */
export function countAnsweredFor(counts: Readonly<StatusCounts>): number {
  return sumOf(counts, OPEN_STATUSES);
}

/**
 * Parses a status from old data or a spreadsheet, ignoring case and what separates its words
 * (`In-Use`, `in_use`); null if invalid. Old data spells Returned `cdReturned`.
 */
export function parseStatus(text: string): Status | null {
  const wanted = lettersOf(text);
  if (wanted === "cdreturned") return "Returned";
  return STATUSES.find((status) => lettersOf(status) === wanted) ?? null;
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[\s_\p{Pd}]/gu, "");
