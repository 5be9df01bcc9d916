import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useMutation, useQuery } from "convex/react";
import { DrawFailure } from "@/components/pages/ErrorScreen";
import { drawFailure } from "@/components/pages/ErrorState";
import { KeysDialog } from "@/components/keys/KeysDialog";
import { TitlePrefix } from "@/hooks/useDocumentTitle";
import { useInbox } from "@/hooks/data/useInbox";
import { useKeepFocus } from "@/hooks/useKeepFocus";
import { usePeopleStore } from "@/hooks/data/usePeople";
import { useTheme } from "@/hooks/useTheme";
import { useViewer } from "@/hooks/data/useViewer";
import { attempt } from "@/lib/connection/attempt";
import { inBackground } from "@/lib/connection/backgroundCalls";
import { guardDoubleClicks } from "@/lib/doubleClicks";
import { cn } from "@/lib/utils";
import { AuthenticatedNotice } from "./AuthenticatedNotice";
import { BasketNotice } from "./BasketNotice";
import { BottomBar } from "./BottomBar";
import { CodeQuestionDialog } from "./CodeQuestionDialog";
import { FirstAdminNotice } from "./FirstAdminNotice";
import { ConnectionBar } from "@/components/ConnectionBar";
import { useInboxToasts } from "./inbox/useInboxToasts";
import { PaletteDialog } from "./palette/PaletteDialog";
import { useRememberSamples } from "./palette/recentSamples";
import { usePaletteKeys } from "./palette/usePaletteKeys";
import { PlacelessNotice } from "./PlacelessNotice";
import { Sidebar } from "./Sidebar";
import { SubNavigation } from "./SubNavigation";
import { ThemePanel } from "./ThemePanel";
import { TopBar } from "./TopBar";
import { useFindScanned } from "./useFindScanned";
import { useIdleSignOut } from "./useIdleSignOut";
import { useNewVersion } from "./useNewVersion";
import { usePrefetchScreens } from "./usePrefetchScreens";
import { api } from "../../../convex/_generated/api";

/** The frame of signed-in screens: sidebar, top bar and notices; on a phone a bottom bar. */
export function AppShell() {
  const { sidebarPosition, sidebarBehavior, layout } = useTheme();
  const [isThemeOpen, setThemeOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useIdleSignOut();
  useKeepFocus();
  useEffect(guardDoubleClicks, []);
  useInboxToasts();
  useReportTimeZone();
  const { unread, badge } = useInbox();
  usePrefetchScreens();
  useNewVersion();
  useFindScanned();
  useRememberSamples();
  usePaletteKeys(useViewer().role, () => setPaletteOpen(true));
  const people = usePeopleStore();
  useEffect(() => () => people.clear(), [people]); // the next user must not see cached names

  const isFixed = sidebarBehavior === "fixed";
  const openTheme = () => setThemeOpen(true);
  return (
    <div className={cn(layout === "boxed" && "mx-auto max-w-[1440px] 2xl:border-x")}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-primary px-4 py-2 text-primary-foreground focus:not-sr-only focus:fixed focus:left-3 focus:top-3"
      >
        Skip to content
      </a>
      <div
        className={cn(
          // When printed, flex containers break across pages in the wrong places.
          "flex min-h-dvh print:block",
          sidebarPosition === "right" && "flex-row-reverse",
        )}
      >
        <Sidebar onOpenTheme={openTheme} />
        <div
          className={cn(
            // --bottom-bar: height that sticky elements keep free for the navigation and the
            // connection bar.
            "flex min-w-0 flex-1 flex-col pb-[calc(var(--navigation-bar)+env(safe-area-inset-bottom))] [--bottom-bar:calc(var(--navigation-bar)+env(safe-area-inset-bottom)+var(--connection-bar,0px))] lg:pb-0 lg:[--bottom-bar:var(--connection-bar,0px)]",
            "print:m-0 print:block print:p-0",
            // A fixed sidebar is positioned at the window's edge, outside the flow.
            isFixed && (sidebarPosition === "right" ? "lg:mr-60" : "lg:ml-60"),
          )}
        >
          <TopBar onOpenTheme={openTheme} onOpenPalette={() => setPaletteOpen(true)} />
          <SubNavigation />
          <main
            id="main"
            tabIndex={-1}
            className="flex flex-1 flex-col px-4 py-3 outline-none sm:py-5 sm:px-6 print:block print:p-0"
          >
            <AuthenticatedNotice />
            <FirstAdminNotice />
            <PlacelessNotice />
            <BasketNotice />
            <TitlePrefix value={unread > 0 ? `(${badge}) ` : ""}>
              <DrawFailure value={drawFailure}>
                <Outlet />
              </DrawFailure>
            </TitlePrefix>
          </main>
          <ConnectionBar className="sticky bottom-[calc(var(--navigation-bar)+env(safe-area-inset-bottom))] lg:bottom-0" />
        </div>
      </div>
      <BottomBar onOpenTheme={openTheme} />
      {isPaletteOpen && (
        <PaletteDialog onClose={() => setPaletteOpen(false)} onOpenTheme={openTheme} />
      )}
      <KeysDialog />
      <CodeQuestionDialog />
      <ThemePanel open={isThemeOpen} onOpenChange={setThemeOpen} />
    </div>
  );
}

/** Reports the viewer's time zone to the server, if it differs from the stored one. */
function useReportTimeZone(): void {
  const known = useQuery(api.inbox.digest, {})?.timeZone;
  const report = useMutation(api.inbox.reportTimeZone);
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // If the server does not support the zone, the stored one is kept.
    if (known !== undefined && known !== timeZone) void attempt(inBackground(report({ timeZone })));
  }, [known, report]);
}
