/** The seven statuses of a sample's life, in the order that screens show them. */
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

/** Nobody answers for a sample in these statuses; only reopening leads out of them. */
export const FINAL_STATUSES: readonly Status[] = ["Returned", "Lost"];

/** The statuses of samples that somebody still answers for. */
export const OPEN_STATUSES: readonly Status[] = STATUSES.filter(
  (status) => !FINAL_STATUSES.includes(status),
);

/** Counts the samples that a person answers for: neither Returned nor Lost. */
export function countAnsweredFor(counts: Readonly<StatusCounts>): number {
  return OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0);
}

/**
 * Reads a status from old data or a spreadsheet, in any case of letters; null when it is none.
 * `cdReturned` is how old data spells Returned.
 */
export function parseStatus(text: string): Status | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === "cdreturned") return "Returned";
  return STATUSES.find((status) => status.toLowerCase() === wanted) ?? null;
}
