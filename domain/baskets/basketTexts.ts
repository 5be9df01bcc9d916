import { STEP_TEXTS, type BasketTexts } from "../custody/stepTexts";
import type { BasketStep } from "./baskets";

/** An edit of many samples is no step of the table, but its basket reads like one. */
const EDIT_BASKET: BasketTexts = {
  start: (samples) => `Edit ${samples}`,
  name: "Edit",
  outcome: "The samples are Registered, with the date of now; a field left blank stays as it is.",
};

/** The words of a basket that does `step` with its samples. */
export function basketTexts(step: BasketStep): BasketTexts {
  return step === "edit" ? EDIT_BASKET : STEP_TEXTS[step].basket;
}
