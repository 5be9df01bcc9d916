import { useJsApiLoader } from "@react-google-maps/api";
import { useEffect, useSyncExternalStore } from "react";
import { googleScript } from "@/lib/places/googleScript";

/** The loader wants the same list each time. */
const LIBRARIES: ["places"] = ["places"];
/** A script that neither loads nor fails is given up, ms. */
const GIVE_UP_MS = 15_000;

/** Loads Google Maps' script once somebody asks `googleScript` for it. */
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
