import { useConvex } from "convex/react";
import { useCallback, useSyncExternalStore } from "react";
import { peopleStoreOf, type Named, type PeopleStore } from "@/lib/people/peopleStore";

/** Gives the name to call somebody by, of their e-mail. */
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
 * A function that names people within a sentence. It is a new one when somebody of `emails` gets
 * another name; of other people it gives what is known so far.
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
  // oxlint-disable-next-line react/exhaustive-deps -- what it answers depends on the names
  return useCallback((email) => store.get(email).name, [store, names]);
}

/** An address has no spaces. */
const wordsOf = (emails: string) => emails.split(" ").filter(Boolean);
