import { createFileRoute, redirect } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { SignedInOnly } from "@/features/shell/SignedInOnly";
import { authStorage } from "@/lib/account/authStorage";
import { searchParams, text } from "@/lib/searchParams";

const loadSheet = () => import("./_app/-OpenSample");
const OpenSample = lazy(loadSheet);
/** Time before the sheet's code is loaded in the background, ms; the same as for the screens. */
const PREFETCH_AFTER_MS = 3000;

const sheetSearch = searchParams({ sample: text() });

/**
 * Guard of every signed-in screen. A visitor without a stored session is redirected before anything
 * is rendered; SignedInOnly then checks whether the server still accepts a stored session. With
 * `?sample=`, every screen shows that sample's sheet on top.
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
    // If loading fails now, opening a sheet loads the code again.
    const timer = setTimeout(() => void loadSheet().catch(() => undefined), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SignedInOnly>
      <Suspense>{sample !== undefined && <OpenSample sampleId={sample} />}</Suspense>
    </SignedInOnly>
  );
}
