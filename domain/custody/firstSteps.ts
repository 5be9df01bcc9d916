/** The onboarding steps for the admin of a new deployment, in order. */
export const FIRST_STEPS = ["people", "lists", "import", "sample"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Texts of each step in the dashboard's checklist. */
export const FIRST_STEP_TEXTS: Readonly<Record<FirstStep, { title: string; text: string }>> = {
  people: {
    title: "Invite your people",
    text: "They get a link by e-mail and choose a password.",
  },
  lists: {
    title: "Look through the lists",
    text: "Brands, customers and device types offered in forms. Add yours, and remove what you do not need.",
  },
  import: {
    title: "Import your samples",
    text: "From a spreadsheet. Every row is checked before anything is saved.",
  },
  sample: {
    title: "Register the first sample",
    text: "Scan a device's serial number and IMEI.",
  },
};
