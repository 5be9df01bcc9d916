import { useState } from "react";
import {
  rememberedFields,
  rememberFields,
  withChoice,
  type Choices,
  type ChoiceStore,
} from "./columnChoices";

/** The fields chosen for a file's headings; each choice is stored for the next file. */
export function useChosenFields<Field>(store: ChoiceStore<Field>, headings: readonly string[]) {
  const [chosen, setChosen] = useState<Choices<Field>>(() => rememberedFields(store, headings));
  const choose = (heading: string, field: Field | null) => {
    const next = withChoice(chosen, heading, field);
    rememberFields(store, next);
    setChosen(next);
  };
  return [chosen, choose] as const;
}
