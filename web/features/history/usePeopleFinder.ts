import { useState } from "react";
import type { ValueFinder } from "@/components/data-table/filters/filterContext";
import { usePeopleSearch } from "@/hooks/data/usePeopleSearch";
import { PERSON_FILTER } from "#domain/samples/historyTable";

const COLUMN_IDS = [PERSON_FILTER.id, "samplmanag", "lastmanag", "supervisor"];

/** Finds colleagues to filter by, even if no record of theirs is loaded. */
export function usePeopleFinder(): ValueFinder {
  const [text, setText] = useState("");
  const { people, isLoading } = usePeopleSearch(text, { purpose: "transfer", holder: "" });
  return {
    columnIds: COLUMN_IDS,
    onTyped: setText,
    isFinding: isLoading,
    found: people.map(({ email, displayName }) => ({ value: email, label: displayName })),
  };
}
