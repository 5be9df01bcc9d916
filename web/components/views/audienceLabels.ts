/** Whom a view is shared with; each reader sees their own rows in it. */
export const AUDIENCE_LABELS = {
  everybody: "Share with everyone",
  reports: "Share with your reports",
} as const;
