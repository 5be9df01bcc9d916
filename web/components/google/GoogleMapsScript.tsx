import { useJsApiLoader } from "@react-google-maps/api";
import { useEffect, useSyncExternalStore } from "react";
import { googleScript } from "@/lib/places/googleScript";

/** The loader requires the same array at every render. */
const LIBRARIES: ["places"] = ["places"];
/** Time after which a script that neither loads nor fails counts as failed, ms. */
const GIVE_UP_MS = 15_000;

/** Loads Google Maps' script when `googleScript` first requests it. */
export default function GoogleMapsScript({ apiKey }: { apiKey: string }) {
  const attempt = useSyncExternalStore(googleScript.subscribe, googleScript.getAttempt);
  return attempt === 0 ? null : <Loading key={attempt} apiKey={apiKey} />;
}

function Loading({ apiKey }: { apiKey: string }) {
  const { isLoaded, loadError } = useJsApiLoader({
    googleMapsApiKey: apiKey,
    libraries: LIBRARIES,
    language: "en",
  });
  useEffect(() => {
    if (isLoaded) googleScript.loaded();
    else if (loadError !== undefined) googleScript.failed(loadError);
  }, [isLoaded, loadError]);
  useEffect(() => {
    const page: Window & { gm_authFailure?: () => void } = window;
    page.gm_authFailure = () => googleScript.failed(new Error("Google Maps refused the key"));
    const timer = setTimeout(
      () => googleScript.failed(new Error("Google Maps did not answer")),
      GIVE_UP_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  return null;
}
