import {
  createRootRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  useMatches,
} from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { RouteProgress } from "@/components/pages/RouteProgress";
import { GOOGLE_KEY } from "@/lib/places/googleScript";
import { movedTo } from "@/lib/movedAddresses";
import { takeNotice } from "@/lib/account/signingOut";
import { isToasterMounted, showToast, subscribeToToaster } from "@/lib/toaster";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page neither asks the server nor knows who is signed in: it opens without that code. */
    isUnconnected?: true;
  }
}

/** Unlike `lazy`, this draws loaded code at once: React would keep a fallback for 300 ms. */
const Connected = lazyRouteComponent(() => import("@/components/Connected"));
const Toaster = lazy(async () => ({
  default: (await import("@/components/ui/sonner")).Toaster,
}));

/** Null in a build without Google's key. */
const GoogleMapsScript =
  GOOGLE_KEY === null ? null : lazy(() => import("@/components/google/GoogleMapsScript"));

export const Route = createRootRoute({
  beforeLoad: ({ location: { pathname, search }, matches }) => {
    // An id of digits alone arrives as a number.
    const { id } = search as { id?: string | number };
    const href = movedTo(pathname, id === undefined ? undefined : String(id));
    if (href !== null) throw redirect({ href, replace: true });
    // A failure is shown when the screen is drawn.
    const isUnconnected = matches.at(-1)?.staticData.isUnconnected === true;
    return { connected: isUnconnected ? undefined : Connected.preload?.() };
  },
  // The screen's own code is fetched meanwhile.
  loader: ({ context }) => context.connected,
  component: Root,
});

function Root() {
  const isUnconnected = useMatches({
    select: (matches) => matches.at(-1)?.staticData.isUnconnected === true,
  });
  // A page stays connected: to leave the provider would close the connection.
  const [isConnected, setConnected] = useState(!isUnconnected);
  if (!isUnconnected && !isConnected) setConnected(true);
  const hasToaster = useSyncExternalStore(subscribeToToaster, isToasterMounted);
  useEffect(() => {
    const notice = takeNotice();
    // Shown until it is dismissed: it explains a change that happened while nobody looked.
    if (notice) void showToast((toast) => toast.info(notice, { duration: Infinity }));
  }, []);
  const toaster = <Suspense>{hasToaster && <Toaster />}</Suspense>;
  return (
    <>
      <RouteProgress />
      {isConnected ? (
        <Suspense>
          <Connected>
            <Outlet />
            {/* Inside: toasts name people, whose names come over the connection. */}
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
