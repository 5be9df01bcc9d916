import { useConvex } from "convex/react";
import { useCallback, useSyncExternalStore } from "react";
import { peopleStoreOf, type Named, type PeopleStore } from "@/lib/people/peopleStore";

/** Returns the display name for an e-mail. */
export type NameOf = (email: string) => string;

export function usePeopleStore(): PeopleStore {
  return peopleStoreOf(useConvex());
}

/** Name and photo of one person, live. */
export function usePerson(email: string): Named {
  const store = usePeopleStore();
  const subscribe = useCallback(
    (onChange: () => void) => store.subscribe(email, onChange),
    [store, email],
  );
  return useSyncExternalStore(subscribe, () => store.get(email));
}

/**
 * Returns a function that names people within a sentence. It is a new function when someone in
 * `emails` gets another name; for other people it returns what is loaded so far.
 */
export function useNameOf(...emails: readonly (string | undefined)[]): NameOf {
  const store = usePeopleStore();
  const wanted = emails.filter((email) => email !== undefined).join(" ");
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = wordsOf(wanted).map((email) => store.subscribe(email, onChange));
      return () => stops.forEach((stop) => stop());
    },
    [store, wanted],
  );
  const names = useSyncExternalStore(subscribe, () =>
    wordsOf(wanted)
      .map((email) => store.get(email).name)
      .join("\n"),
  );
  // oxlint-disable-next-line react/exhaustive-deps -- its results depend on the names
  return useCallback((email) => store.get(email).name, [store, names]);
}

/** E-mail addresses contain no spaces. */
const wordsOf = (emails: string) => emails.split(" ").filter(Boolean);
