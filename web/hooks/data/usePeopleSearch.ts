import { useQuery } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { matchesPerson } from "#domain/people/nameSearch";
import { useDebouncedValue } from "../useDebouncedValue";
import { useLatest } from "../useLatest";

/** Pause in typing before the server is queried, ms: a query reads 50 people from an index. */
const SEARCH_AFTER_MS = 50;

export type PeopleSearchOptions = {
  purpose: FunctionArgs<typeof api.users.recipients>["purpose"];
  /** E-mail of the person to leave out of a transfer's recipients. */
  holder: string;
};

/**
 * Finds colleagues whose e-mail, or words of whose name, begin with the typed text: at most 50.
 * With no text, people the caller has recently asked come first. While an answer is loading, the
 * previous one is filtered by the typed text, so that Enter never picks a person who does not
 * match.
 *
 * @param options null: finds no one
 */
export function usePeopleSearch(text: string, options: PeopleSearchOptions | null) {
  const search = text.trim();
  const settled = useDebouncedValue(search, SEARCH_AFTER_MS);
  const answer = useQuery(api.users.recipients, options ? { ...options, search: settled } : "skip");
  const latest = useLatest(answer);
  return {
    people: (options === null ? [] : (latest ?? [])).filter((person) =>
      matchesPerson(person, text),
    ),
    /** The answer for the current text is loading. */
    isLoading: answer === undefined || settled !== search,
    /** The text of the last query. */
    settled,
  };
}
