import { createFileRoute, redirect } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { SignedInOnly } from "@/features/shell/SignedInOnly";
import { authStorage } from "@/lib/account/authStorage";
import { searchParams, text } from "@/lib/searchParams";

const loadSheet = () => import("./_app/-OpenSample");
const OpenSample = lazy(loadSheet);
/** Time before the sheet's code is fetched in the background, as the screens' is, ms. */
const PREFETCH_AFTER_MS = 3000;

const sheetSearch = searchParams({ sample: text() });

/**
 * The guard of every signed-in screen. A visitor without a stored session is turned away before
 * anything is drawn; SignedInOnly then finds out whether the server still accepts a stored one.
 * With `?sample=`, each of them has that sample's sheet over it.
 */
export const Route = createFileRoute("/_app")({
  validateSearch: sheetSearch,
  beforeLoad: ({ location }) => {
    if (!authStorage.hasSession()) {
      throw redirect({ to: "/auth/sign-in", search: { redirect: location.href }, replace: true });
    }
  },
  component: SignedIn,
});

function SignedIn() {
  const { sample } = Route.useSearch();
  useEffect(() => {
    // Code that cannot be fetched now is fetched when a sheet is opened.
    const timer = setTimeout(() => void loadSheet().catch(() => undefined), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SignedInOnly>
      <Suspense>{sample !== undefined && <OpenSample sampleId={sample} />}</Suspense>
    </SignedInOnly>
  );
}
