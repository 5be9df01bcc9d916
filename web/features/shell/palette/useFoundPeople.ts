import { usePeopleSearch } from "@/hooks/data/usePeopleSearch";

/** Maximum number of people shown. */
const SHOWN = 5;

/** Colleagues whose name or e-mail the text begins; none without text. */
export function useFoundPeople(text: string) {
  const { people, isLoading } = usePeopleSearch(text, { purpose: "transfer", holder: "" });
  return { found: text === "" ? [] : people.slice(0, SHOWN), isLoading };
}

export type FoundPerson = ReturnType<typeof useFoundPeople>["found"][number];
