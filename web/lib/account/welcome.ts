import { useSyncExternalStore } from "react";

/** E-mail of the person who has just signed in, until they leave the first page. */
let welcomed: string | null = null;
const listeners = new Set<() => void>();

function set(email: string | null): void {
  welcomed = email;
  for (const onChange of listeners) onChange();
}

/** Makes the first signed-in page welcome the person, even if it is already shown. */
export const welcome = (email: string) => set(email);

export const endWelcome = () => set(null);

/** The e-mail of the person to welcome, or null. */
export function useWelcomed(): string | null {
  return useSyncExternalStore(subscribe, () => welcomed);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
