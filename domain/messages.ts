/** What people read after a success. Spec's own words, odd ones included. Source: doc 1 §8, doc 2 §8. */
export const MESSAGES = {
  welcome: "Welcome",
  verificationSent: "Verification Email will be sent.",
  sampleAdded: "Sample Added Successfully",
  sampleUpdated: "Sample Updated Successfully",
  sampleDeleted: "Sample deleted successfully!",
  formSubmitted: "Form submitted successfully!",
  formUpdated: "Form updated successfully!",
  confirmDelete: "Are you sure you want to delete this item?",
  importDone: "upload action completed",
  signedInOnly: "This page is only visible by authenticated users.",
  fillAllFields: "Please fill all the fields.",
  resolveDuplicates: "Please fulfill all fields or resolve duplicate entries",
  duplicateCheckFailed: "An error occurred while checking for duplicates. Please try again.",
  checkDigit: "check digit does not match",
  loading: "Loading...",
  mapsLoading: "Loading maps",
  mapsFailed: "Error loading maps",
  unknownError: "An unknown error occurred. Please try again.",
  firstFail: "first fail",
  somethingWrong: "Something went wrong",
  enableLocation: "Please enable location",
} as const;

/** After an addition to a pick list. Source: doc 2 §5. @param kind the list's name, as in "Brand" */
export function optionAdded(kind: string): string {
  return `Added ${kind} Successfully`;
}
