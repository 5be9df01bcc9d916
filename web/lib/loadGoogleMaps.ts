import type { GoogleMaps } from "@/lib/googlePlaces";

/**
 * The global functions that Google's script calls: when it is ready, and when it refuses the key.
 */
type GooglePage = Window & {
  google?: { maps: GoogleMaps };
  smsGoogleMapsReady?: () => void;
  gm_authFailure?: () => void;
};

/** A script that neither loads nor fails is given up, ms. */
const GIVE_UP_MS = 15_000;

/**
 * Adds Google Maps' script to the page.
 *
 * @param key an API key for the Maps JavaScript API and the Places API (New)
 */
export async function loadGoogleMaps(key: string): Promise<GoogleMaps> {
  const page: GooglePage = window;
  const address = new URL("https://maps.googleapis.com/maps/api/js");
  address.search = String(
    new URLSearchParams({
      key,
      libraries: "places",
      language: "en",
      loading: "async",
      callback: "smsGoogleMapsReady",
    }),
  );
  const script = document.createElement("script");
  script.src = address.href;
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => () => reject(new Error(`Google Maps ${why}`));
    page.smsGoogleMapsReady = resolve;
    page.gm_authFailure = fail("refused the key");
    script.onerror = fail("could not be loaded");
    setTimeout(fail("did not answer"), GIVE_UP_MS);
    document.head.append(script);
  }).catch((error: unknown) => {
    script.remove();
    throw error;
  });
  if (!page.google) throw new Error("Google Maps loaded nothing");
  return page.google.maps;
}
