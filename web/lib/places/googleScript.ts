import type { GoogleMaps } from "@/lib/places/googlePlaces";
import { Listeners } from "@/lib/observable";

type GooglePage = Window & { google?: { maps: GoogleMaps } };

type Loading = {
  readonly promise: Promise<GoogleMaps>;
  readonly resolve: (maps: GoogleMaps) => void;
  readonly reject: (reason: Error) => void;
};

/**
 * Google Maps' script, at most one per page. Callers request it by `load`; the component
 * `GoogleMapsScript`, mounted in builds with a key, then loads it and reports the outcome.
 */
export class GoogleScript {
  /** How often the script was requested again; 0 before the first request. */
  #attempt = 0;
  #loading: Loading | null = null;
  readonly #listeners = new Listeners();

  /** Resolves with Google's API. After a failure, the next call loads the script again. */
  load(): Promise<GoogleMaps> {
    if (this.#loading === null) {
      this.#loading = newLoading();
      this.#attempt++;
      this.#listeners.notify();
    }
    return this.#loading.promise;
  }

  readonly subscribe = this.#listeners.add;

  readonly getAttempt = (): number => this.#attempt;

  loaded(): void {
    const { google } = window as GooglePage;
    if (google === undefined) this.failed(new Error("Google Maps loaded nothing"));
    else this.#loading?.resolve(google.maps);
  }

  failed(reason: Error): void {
    this.#loading?.reject(reason);
    this.#loading = null;
  }
}

function newLoading(): Loading {
  let settle: Pick<Loading, "resolve" | "reject"> | undefined;
  const promise = new Promise<GoogleMaps>((resolve, reject) => (settle = { resolve, reject }));
  if (settle === undefined) throw new Error("A promise runs its executor at once");
  return { promise, ...settle };
}

/** The page's script. */
export const googleScript = new GoogleScript();

const key: unknown = import.meta.env.VITE_GOOGLE_MAPS_API_KEY;

/** The key set at build time; null: without Google. */
export const GOOGLE_KEY = typeof key === "string" && key !== "" ? key : null;
