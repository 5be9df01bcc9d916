/** The seven statuses of a sample's life, in the order screens show them. Source: doc 1 §4. */
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

/** How many samples are in each status. */
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

/** Nothing more happens to a sample in one of these. */
export const FINAL_STATUSES: readonly Status[] = ["Returned", "Lost"];

/** Reads a status from old data or a spreadsheet; null when it is none. `cdReturned` is the original's spelling. */
export function parseStatus(text: string): Status | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === "cdreturned") return "Returned";
  return STATUSES.find((status) => status.toLowerCase() === wanted) ?? null;
}
