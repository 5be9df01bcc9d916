/** The onboarding steps for the admin of a new deployment, in order. */
export const FIRST_STEPS = ["people", "lists", "import", "sample"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Texts of each step in the dashboard's checklist. */
export const FIRST_STEP_TEXTS: Readonly<Record<FirstStep, { title: string; text: string }>> = {
  people: {
    title: "Invite your people",
    text: "They get a mail with a link, and choose a password.",
  },
  lists: {
    title: "Look through the lists",
    text: "Brands, customers and device types that forms offer: add yours, remove what you never use.",
  },
  import: {
    title: "Import your samples",
    text: "From a spreadsheet, with every row checked before anything is saved.",
  },
  sample: {
    title: "Register the first sample",
    text: "Scan a device's serial number and IMEI.",
  },
};
