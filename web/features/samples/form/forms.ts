import { MESSAGES } from "#domain/common/messages";
import type { DuplicatePolicy } from "#domain/samples/sampleRules";
import { FULL_SAMPLE_SECTIONS, NEW_SAMPLE_SECTIONS, type Section } from "./sections";

export type SampleFormKind = {
  /**
   * Whether the server flags or rejects an IMEI that another sample has. A duplicate serial number
   * is always rejected.
   */
  duplicates: DuplicatePolicy;
  /** Path of the form for a new sample. */
  path: "/dashboard/addsample" | "/dashboard/addfs";
  /** Label for how it treats a known IMEI, on the switch between the two forms. */
  policy: string;
  sections: readonly Section[];
  /** Texts of the page and its button, for a new sample and for an edit. */
  add: FormWords;
  edit: FormWords;
};

type FormWords = { title: string; description: string; submit: string; success: string };

const EDIT = {
  title: "Edit Sample",
  description: "Saving resets the status to Registered and the registration date to now.",
  submit: "Update",
};

/** The two forms of a sample (docs/product.md, "Two forms"). */
export const SAMPLE_FORMS = {
  newSample: {
    duplicates: "flag",
    path: "/dashboard/addsample",
    policy: "Allow and flag",
    sections: NEW_SAMPLE_SECTIONS,
    add: {
      title: "New Sample",
      description: "Register a device you have in hand.",
      submit: "Save",
      success: MESSAGES.sampleAdded,
    },
    edit: { ...EDIT, success: MESSAGES.sampleUpdated },
  },
  full: {
    duplicates: "reject",
    path: "/dashboard/addfs",
    policy: "Reject",
    sections: FULL_SAMPLE_SECTIONS,
    add: {
      title: "Add Sample",
      description: "Register a device with IMEIs that no other sample has.",
      submit: "Submit",
      success: MESSAGES.formSubmitted,
    },
    edit: { ...EDIT, success: MESSAGES.formUpdated },
  },
} as const satisfies Record<string, SampleFormKind>;

/** The other form for a new sample, with the opposite treatment of known IMEIs. */
export function otherForm({ duplicates }: SampleFormKind): SampleFormKind {
  return duplicates === "flag" ? SAMPLE_FORMS.full : SAMPLE_FORMS.newSample;
}
