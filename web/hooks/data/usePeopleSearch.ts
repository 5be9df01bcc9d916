import { useQuery } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { matchesPerson } from "#domain/people/nameSearch";
import { useDebouncedValue } from "../useDebouncedValue";
import { useLatest } from "../useLatest";

/** A pause in typing after which the server is asked, ms: it reads 50 people of an index. */
const SEARCH_AFTER_MS = 50;

type PeopleSearchOptions = {
  purpose: FunctionArgs<typeof api.users.recipients>["purpose"];
  /** E-mail of the person who is left out of a transfer's recipients. */
  holder: string;
};

/**
 * Finds colleagues whose e-mail, or any words of whose name, begin with the typed text: at most 50;
 * before anything is typed, those first whom the caller asked last. While the next answer is
 * awaited, the last one is narrowed by the typed text, so that Enter never takes somebody who does
 * not match.
 */
export function usePeopleSearch(text: string, { purpose, holder }: PeopleSearchOptions) {
  const search = text.trim();
  const settled = useDebouncedValue(search, SEARCH_AFTER_MS);
  const answer = useQuery(api.users.recipients, { purpose, search: settled, holder });
  const latest = useLatest(answer);
  return {
    people: (latest ?? []).filter((person) => matchesPerson(person, text)),
    /** The answer for what is typed now is on its way. */
    isLoading: answer === undefined || settled !== search,
    /** The text that the server was asked for last. */
    settled,
  };
}
