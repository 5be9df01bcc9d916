import { createRootRoute, Outlet, redirect } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { toast } from "sonner";
import { RouteProgress } from "@/components/RouteProgress";
import { Toaster } from "@/components/ui/sonner";
import { GOOGLE_KEY } from "@/lib/googleScript";
import { takeNotice } from "@/lib/signingOut";
import { movedTo } from "@/lib/movedAddresses";

/** Null in a build without Google's key. */
const GoogleMapsScript =
  GOOGLE_KEY === null ? null : lazy(() => import("@/components/google/GoogleMapsScript"));

export const Route = createRootRoute({
  beforeLoad: ({ location: { pathname, search } }) => {
    // An id of digits alone arrives as a number.
    const { id } = search as { id?: string | number };
    const href = movedTo(pathname, id === undefined ? undefined : String(id));
    if (href !== null) throw redirect({ href, replace: true });
  },
  component: Root,
});

function Root() {
  useEffect(() => {
    const notice = takeNotice();
    // It stays until it is closed: it explains a change that happened while nobody looked.
    if (notice) toast.info(notice, { duration: Infinity });
  }, []);
  return (
    <>
      <RouteProgress />
      <Outlet />
      <Toaster />
      {GoogleMapsScript !== null && GOOGLE_KEY !== null && (
        <Suspense>
          <GoogleMapsScript apiKey={GOOGLE_KEY} />
        </Suspense>
      )}
    </>
  );
}
