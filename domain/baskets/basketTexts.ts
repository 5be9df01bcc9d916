import { STEP_TEXTS, type BasketTexts } from "../custody/stepTexts";
import type { BasketStep } from "./baskets";

/** Texts of a bulk edit, which is not a workflow step but has a basket like one. */
const EDIT_BASKET: BasketTexts = {
  start: (samples) => `Edit ${samples}`,
  name: "Edit",
  outcome: "The samples are Registered, with the date of now; a field left blank stays as it is.",
};

/** The texts of a basket that performs `step` on its samples. */
export function basketTexts(step: BasketStep): BasketTexts {
  return step === "edit" ? EDIT_BASKET : STEP_TEXTS[step].basket;
}
