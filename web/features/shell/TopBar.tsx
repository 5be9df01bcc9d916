import { Link } from "@tanstack/react-router";
import { PanelLeft, Search, Inbox } from "lucide-react";
import { useRef, useLayoutEffect, useState, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Wordmark } from "@/components/Wordmark";
import { themeStore, useTheme } from "@/hooks/useTheme";
import { setToastSlot } from "@/lib/toastSlot";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useInbox } from "@/hooks/data/useInbox";
import { UserMenu } from "./UserMenu";
import { isMac } from "./palette/usePaletteKeys";
import { InboxList } from "./inbox/InboxList";

type TopBarProps = { onOpenTheme: () => void; onOpenPalette: () => void };

export function TopBar({ onOpenTheme, onOpenPalette }: TopBarProps) {
  const { sidebarBehavior } = useTheme();
  const barRef = useRef<HTMLElement>(null);
  const gapRef = useRef<HTMLDivElement>(null);
  useToastSlot(barRef, gapRef);
  const isCompact = sidebarBehavior === "compact";
  return (
    <header
      ref={barRef}
      data-top-bar
      className="no-print sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-b bg-card px-4 sm:px-6"
    >
      <Button
        variant="ghost"
        size="icon"
        className="-ml-2 hidden lg:inline-flex"
        aria-label={isCompact ? "Unfold the sidebar" : "Fold the sidebar"}
        aria-pressed={isCompact}
        onClick={() => themeStore.set("sidebarBehavior", isCompact ? "sticky" : "compact")}
      >
        <PanelLeft />
      </Button>
      <Link
        to="/dashboard/homefs"
        aria-label="SMS, dashboard"
        className="flex items-center rounded-md coarse:h-11 lg:hidden"
      >
        <Wordmark />
      </Link>
      <div ref={gapRef} className="h-full flex-1" />
      <div className="flex items-center gap-1">
        <PaletteButton onOpen={onOpenPalette} />
        <InboxButton />
        <UserMenu onOpenTheme={onOpenTheme} />
      </div>
    </header>
  );
}

/** The top bar's search field, which opens the palette. An icon on a phone. */
function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button
      variant="outline"
      aria-label="Search and go anywhere"
      aria-keyshortcuts="Control+K Meta+K"
      className="font-normal text-muted-foreground shadow-none max-sm:size-10 max-sm:border-0 max-sm:px-0 sm:w-64 sm:justify-start coarse:max-sm:size-11"
      onClick={onOpen}
    >
      <Search aria-hidden />
      <span aria-hidden className="flex-1 text-left max-sm:hidden">
        Search…
      </span>
      <kbd aria-hidden className="rounded border bg-muted px-1.5 font-mono text-2xs max-sm:hidden">
        {isMac() ? "⌘K" : "Ctrl K"}
      </kbd>
    </Button>
  );
}

/** Width that a toast with a button needs in one or two lines, px. */
const NEEDED_PX = 400;
/** Distance from the edges of the bar, px. */
const EDGE_PX = 8;

/**
 * Tells the toaster where the top bar has room: between its controls, or if that is too narrow
 * above them. The bar then has `data-toast-cover`, which hides its controls while toasts are shown.
 */
function useToastSlot(
  bar: RefObject<HTMLElement | null>,
  gap: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [barElement, gapElement] = [bar.current, gap.current];
    if (barElement === null || gapElement === null) return;
    const measure = () => {
      const whole = barElement.getBoundingClientRect();
      const free = gapElement.getBoundingClientRect();
      const isCovered = free.width < NEEDED_PX;
      barElement.toggleAttribute("data-toast-cover", isCovered);
      setToastSlot(
        isCovered
          ? { left: whole.left + EDGE_PX, width: whole.width - 2 * EDGE_PX }
          : { left: free.left, width: free.width },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(barElement);
    observer.observe(gapElement);
    return () => {
      observer.disconnect();
      setToastSlot(null);
    };
  }, [bar, gap]);
}

/** The top bar's inbox button with its live count; on a phone it is in the bottom bar. */
function InboxButton() {
  const [open, setOpen] = useState(false);
  const { unread, badge } = useInbox();
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="relative hidden lg:inline-flex"
          aria-label={unread > 0 ? `Inbox, ${badge} unread` : "Inbox"}
        >
          <Inbox />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute right-0 top-0 min-w-4 rounded-full bg-primary px-1 text-center text-2xs font-semibold leading-4 text-primary-foreground"
            >
              {badge}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Inbox" className="w-96 max-w-[calc(100vw-1rem)] p-0">
        <h2 className="border-b px-4 py-3 text-sm font-semibold">Waiting for you</h2>
        <div className="max-h-[60dvh] overflow-y-auto px-4 py-1">
          <InboxList onOpen={() => setOpen(false)} />
        </div>
      </PopoverContent>
    </Popover>
  );
}
