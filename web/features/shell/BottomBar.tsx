import { Link } from "@tanstack/react-router";
import { Ellipsis, Inbox, ScanLine, Send } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Sheet, SheetContent, SheetDescription, SheetTitle } from "@/components/ui/sheet";
import { useInbox } from "@/hooks/data/useInbox";
import { scanLabels, takeScan, takesManyScans } from "@/lib/keys/scanTakers";
import { cn } from "@/lib/utils";
import { InboxList } from "./inbox/InboxList";
import { SidebarFooter, SidebarNavigation } from "./Sidebar";
import { useOpenList } from "./useOpenList";

const CameraDialog = lazy(() => import("@/components/camera/CameraDialog"));

const entryClasses =
  "relative flex h-full flex-1 flex-col items-center justify-center gap-1 text-2xs font-medium text-muted-foreground [&_svg]:size-5";

/** The phone's navigation: the four entries used most on the move, and the rest under More. */
export function BottomBar({ onOpenTheme }: { onOpenTheme: () => void }) {
  const [open, setOpen] = useState<"inbox" | "camera" | "more" | null>(null);
  const inbox = useInbox();
  const openList = useOpenList();
  const close = (isOpen: boolean) => !isOpen && setOpen(null);
  return (
    <>
      <nav
        aria-label="Main"
        className="no-print fixed inset-x-0 bottom-0 z-30 flex h-[calc(var(--navigation-bar)+env(safe-area-inset-bottom))] border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <button type="button" className={entryClasses} onClick={() => setOpen("inbox")}>
          <span className="relative">
            <Inbox aria-hidden />
            {inbox.unread > 0 && (
              <span
                aria-hidden
                className="absolute -right-2.5 -top-1.5 min-w-4 rounded-full bg-primary px-1 text-center text-2xs leading-4 text-primary-foreground"
              >
                {inbox.badge}
              </span>
            )}
          </span>
          Inbox
          {inbox.unread > 0 && <span className="sr-only">, {inbox.badge} unread</span>}
        </button>
        <Link
          to="/dashboard/homefstransfer"
          aria-current={openList !== null || undefined}
          className={cn(entryClasses, openList !== null && "!text-primary")}
        >
          <Send aria-hidden />
          Samples
        </Link>
        <button type="button" className={entryClasses} onClick={() => setOpen("camera")}>
          <ScanLine aria-hidden />
          Scan
        </button>
        <button type="button" className={entryClasses} onClick={() => setOpen("more")}>
          <Ellipsis aria-hidden />
          More
        </button>
      </nav>

      {open === "camera" && (
        <Suspense>
          <CameraDialog
            takesMany={takesManyScans()}
            labelOf={scanLabels()}
            onScan={takeScan}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      <Sheet open={open === "inbox"} onOpenChange={close}>
        <SheetContent side="bottom" className="px-4">
          <SheetTitle>Inbox</SheetTitle>
          <SheetDescription className="sr-only">Samples that wait for you</SheetDescription>
          <InboxList onOpen={() => setOpen(null)} />
        </SheetContent>
      </Sheet>
      <Sheet open={open === "more"} onOpenChange={close}>
        <SheetContent
          side="left"
          className="border-sidebar-border bg-sidebar p-0 text-sidebar-foreground"
        >
          <SheetTitle className="px-5 pt-4 text-sidebar-active-foreground">SMS</SheetTitle>
          <SheetDescription className="sr-only">All screens</SheetDescription>
          <SidebarNavigation
            isCompact={false}
            onOpenTheme={onOpenTheme}
            onChoose={() => setOpen(null)}
          />
          <SidebarFooter isCompact={false} />
        </SheetContent>
      </Sheet>
    </>
  );
}
