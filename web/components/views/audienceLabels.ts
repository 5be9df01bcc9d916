/** Says with whom a view is shared; who reads it sees their own rows in it. */
export const AUDIENCE_LABELS = {
  everybody: "Share with everybody",
  reports: "Share with your reports",
} as const;
