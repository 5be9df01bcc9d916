import {
  createRootRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  useMatches,
} from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { RouteProgress } from "@/components/pages/RouteProgress";
import { GOOGLE_KEY } from "@/lib/places/googleScript";
import { movedTo } from "@/lib/movedAddresses";
import { takeNotice } from "@/lib/account/signingOut";
import { hasToaster, showToast } from "@/lib/toaster";
import { useObservable } from "@/lib/observable";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page neither queries the server nor needs the session, so it opens without that code. */
    isUnconnected?: true;
  }
}

/** Unlike `lazy`, this renders loaded code immediately: React would keep a fallback for 300 ms. */
const Connected = lazyRouteComponent(() => import("@/components/Connected"));
const Toasts = lazy(async () => ({
  default: (await import("@/components/Toasts")).Toasts,
}));

/** Null in a build without Google's key. */
const GoogleMapsScript =
  GOOGLE_KEY === null ? null : lazy(() => import("@/components/google/GoogleMapsScript"));

export const Route = createRootRoute({
  beforeLoad: ({ location: { pathname, search }, matches }) => {
    // The router parses an id that consists of digits as a number.
    const { id } = search as { id?: string | number };
    const href = movedTo(pathname, id === undefined ? undefined : String(id));
    if (href !== null) throw redirect({ href, replace: true });
    // Rendering the screen reports a failure.
    const isUnconnected = matches.at(-1)?.staticData.isUnconnected === true;
    return { connected: isUnconnected ? undefined : Connected.preload?.() };
  },
  // The screen's own code loads in parallel.
  loader: ({ context }) => context.connected,
  component: Root,
});

function Root() {
  const isUnconnected = useMatches({
    select: (matches) => matches.at(-1)?.staticData.isUnconnected === true,
  });
  // Once connected, the page stays connected: unmounting the provider would close the connection.
  const [isConnected, setConnected] = useState(!isUnconnected);
  if (!isUnconnected && !isConnected) setConnected(true);
  const showsToasts = useObservable(hasToaster);
  useEffect(() => {
    const notice = takeNotice();
    // Shown until dismissed: it explains a change that happened while the person was away.
    if (notice) void showToast((toast) => toast.info(notice, { duration: Infinity }));
  }, []);
  const toaster = <Suspense>{showsToasts && <Toasts />}</Suspense>;
  return (
    <>
      <RouteProgress />
      {isConnected ? (
        <Suspense>
          <Connected>
            <Outlet />
            {/* Inside, because toasts show people's names, which are queried from the server. */}
            {toaster}
          </Connected>
        </Suspense>
      ) : (
        <>
          <Outlet />
          {toaster}
        </>
      )}
      {GoogleMapsScript !== null && GOOGLE_KEY !== null && (
        <Suspense>
          <GoogleMapsScript apiKey={GOOGLE_KEY} />
        </Suspense>
      )}
    </>
  );
}
