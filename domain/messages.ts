import type { Step } from "./workflow";

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

/** After each hand-over step. 'Sample Returned Successfully' after Lost Ack is the product's own wording. */
export const STEP_MESSAGES: Readonly<Record<Step, string>> = {
  transfer: "Sample In Transit Successfully",
  acknowledgeTransfer: "Sample Transferred Successfully",
  returnToCustomer: "Sample In Return Successfully",
  acknowledgeReturn: "Sample Returned Successfully",
  requestLost: "Sample Request Lost Successfully",
  acknowledgeLost: "Sample Returned Successfully",
  declineTransfer: "Transfer Declined Successfully",
  cancelTransfer: "Transfer Cancelled Successfully",
  declineReturn: "Return Declined Successfully",
  cancelReturn: "Return Cancelled Successfully",
  declineLost: "Lost Request Declined Successfully",
  cancelLost: "Lost Request Cancelled Successfully",
};

/** Put before a failure that has no text of its own. Source: doc 1 §8. */
export const STEP_FAILURES: Readonly<Record<Step, string>> = {
  transfer: "Sample Updated Error: ",
  acknowledgeTransfer: "An error occurred: ",
  returnToCustomer: "Sample Return Error: ",
  acknowledgeReturn: "An error occurred: ",
  requestLost: "Sample Return Error: ",
  acknowledgeLost: "An error occurred: ",
  declineTransfer: "An error occurred: ",
  cancelTransfer: "An error occurred: ",
  declineReturn: "An error occurred: ",
  cancelReturn: "An error occurred: ",
  declineLost: "An error occurred: ",
  cancelLost: "An error occurred: ",
};
