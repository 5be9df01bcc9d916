import { Observable, useObservable } from "@/lib/observable";

/** E-mail of the person who has just signed in, until they leave the first page. */
const welcomed = new Observable<string | null>(null);

/** Makes the first signed-in page welcome the person, even if it is already shown. */
export const welcome = (email: string) => welcomed.set(email);

export const endWelcome = () => welcomed.set(null);

/** The e-mail of the person to welcome, or null. */
export const useWelcomed = () => useObservable(welcomed);
