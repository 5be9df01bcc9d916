import { STEP_TEXTS, type BasketTexts } from "../custody/stepTexts";
import type { BasketStep } from "./baskets";

/** Texts of a bulk edit, which is not a workflow step but has a basket like one. */
const EDIT_BASKET: BasketTexts = {
  start: (samples) => `Edit ${samples}`,
  name: "Edit",
  outcome:
    "The status is reset to Registered, and the registration date to now. Blank fields are not changed.",
};

/** The texts of a basket that performs `step` on its samples. */
export function basketTexts(step: BasketStep): BasketTexts {
  return step === "edit" ? EDIT_BASKET : STEP_TEXTS[step].basket;
}
