import { Link, useLocation } from "@tanstack/react-router";
import { Palette } from "lucide-react";
import { Fragment, useEffect, useRef, type ReactNode } from "react";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";
import { Wordmark } from "@/components/Wordmark";
import { useConfig } from "@/hooks/data/useConfig";
import { useInbox } from "@/hooks/data/useInbox";
import { useTheme } from "@/hooks/useTheme";
import { useViewer } from "@/hooks/data/useViewer";
import { cn } from "@/lib/utils";
import { INBOX, isCurrent, navigationFor, VERSION_LABEL, type NavigationEntry } from "./navigation";
import { SidebarViews } from "./SidebarViews";
import { useOpenList } from "./useOpenList";

const HERE = "bg-sidebar-active !text-sidebar-active-foreground font-medium";

/**
 * The laptop's navigation; in compact mode it collapses to icons. Brand and footer stay visible; in
 * a low window the entries between them scroll. Phones have BottomBar and its sheet.
 */
export function Sidebar({ onOpenTheme }: { onOpenTheme: () => void }) {
  const { sidebarPosition, sidebarBehavior } = useTheme();
  const isCompact = sidebarBehavior === "compact";
  const entries = useCurrentEntryInView();
  return (
    <aside
      className={cn(
        "no-print top-0 z-30 hidden h-dvh shrink-0 flex-col bg-sidebar text-sidebar-foreground lg:flex",
        isCompact ? "w-16" : "w-60",
        sidebarBehavior === "fixed" ? "fixed" : "sticky",
        sidebarPosition === "right" ? "right-0 border-l" : "left-0 border-r",
        "border-sidebar-border",
      )}
    >
      <Link
        to="/dashboard/homefs"
        aria-label="SMS, dashboard"
        className={cn(
          "flex h-14 shrink-0 items-center rounded-md text-sidebar-active-foreground",
          isCompact ? "justify-center" : "px-4",
        )}
      >
        <Wordmark compact={isCompact} />
      </Link>
      <div ref={entries} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <SidebarNavigation isCompact={isCompact} onOpenTheme={onOpenTheme} />
      </div>
      <SidebarFooter isCompact={isCompact} />
    </aside>
  );
}

/**
 * Scrolls the box of the returned ref to the current screen's entry. `scrollIntoView` would also
 * scroll the page, although the sidebar is fixed.
 */
function useCurrentEntryInView() {
  const ref = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const box = ref.current;
    const entry = box?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!box || !entry) return;
    const { top, bottom } = box.getBoundingClientRect();
    if (entry.top < top) box.scrollTop -= top - entry.top;
    else if (entry.bottom > bottom) box.scrollTop += entry.bottom - bottom;
  }, [path]);
  return ref;
}

interface SidebarNavigationProps {
  isCompact: boolean;
  onOpenTheme: () => void;
  /** Called after a selection; the phone's sheet closes. */
  onChoose?: () => void;
}

/** The Inbox, and the four groups of screens. Rows of 32 px: all are visible at a height of 900. */
export function SidebarNavigation({ isCompact, onOpenTheme, onChoose }: SidebarNavigationProps) {
  const { role } = useViewer();
  return (
    <nav aria-label="Main" className="flex flex-1 flex-col gap-2 px-3 py-1">
      <ul>
        <ScreenEntry
          item={INBOX}
          isCompact={isCompact}
          onChoose={onChoose}
          badge={<InboxCount isCompact={isCompact} />}
        />
      </ul>
      {navigationFor(role).map((group) => (
        <SidebarGroup key={group.label} label={group.label} isCompact={isCompact}>
          {group.items.map((item) => (
            <Fragment key={item.label}>
              {item.label === "Help" && (
                <SidebarEntry label="Appearance" isCompact={isCompact}>
                  <button
                    type="button"
                    onClick={() => {
                      onChoose?.();
                      onOpenTheme();
                    }}
                    className={sidebarEntryClasses(isCompact)}
                  >
                    <Palette aria-hidden />
                    <span className={cn(isCompact && "sr-only")}>Appearance</span>
                  </button>
                </SidebarEntry>
              )}
              <ScreenEntry item={item} isCompact={isCompact} onChoose={onChoose} />
              {!isCompact && <SidebarViews path={item.to} label={item.label} onChoose={onChoose} />}
            </Fragment>
          ))}
        </SidebarGroup>
      ))}
    </nav>
  );
}

type ScreenEntryProps = {
  item: NavigationEntry;
  isCompact: boolean;
  onChoose: (() => void) | undefined;
  /** Shown at the end of the row. */
  badge?: ReactNode;
};

function ScreenEntry({ item, isCompact, onChoose, badge }: ScreenEntryProps) {
  const { label, to, icon: Icon } = item;
  const openList = useOpenList();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The form of a step belongs to its list.
  const isHere = to === openList || isCurrent(item, path);
  return (
    <SidebarEntry label={label} isCompact={isCompact}>
      <Link
        to={to}
        {...(onChoose && { onClick: onChoose })}
        aria-current={isHere ? "page" : undefined}
        activeOptions={{ exact: true, includeSearch: false }}
        className={cn("relative", sidebarEntryClasses(isCompact), isHere && HERE)}
      >
        <Icon aria-hidden />
        <span className={cn(isCompact ? "sr-only" : "flex-1")}>{label}</span>
        {badge}
      </Link>
    </SidebarEntry>
  );
}

/** The number of requests and news in the inbox; in a collapsed sidebar it overlaps the icon. */
function InboxCount({ isCompact }: { isCompact: boolean }) {
  const { unread, badge } = useInbox();
  if (unread === 0) return null;
  return (
    <span
      className={cn(
        "rounded-full bg-primary px-1 text-center text-2xs font-semibold tabular-nums leading-4 text-primary-foreground",
        isCompact ? "absolute right-0 top-0 min-w-4" : "min-w-5",
      )}
    >
      {badge}
      <span className="sr-only"> unread</span>
    </span>
  );
}

function SidebarGroup({
  label,
  isCompact,
  children,
}: {
  label: string;
  isCompact: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={label}>
      <h2
        className={cn(
          "px-2 pb-0.5 text-2xs font-medium uppercase tracking-wider text-sidebar-muted",
          isCompact && "sr-only",
        )}
      >
        {label}
      </h2>
      <ul className="flex flex-col">{children}</ul>
    </section>
  );
}

/** The version label and a link to the company's website. */
export function SidebarFooter({ isCompact }: { isCompact: boolean }) {
  const config = useConfig();
  if (isCompact) {
    return (
      <Tooltip>
        <TooltipTrigger asChild>
          <a
            href={config?.companyUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`${VERSION_LABEL}, ${config?.companyName ?? ""}`}
            className="block shrink-0 border-t border-sidebar-border py-3 text-center text-2xs coarse:py-4 text-sidebar-muted hover:text-sidebar-foreground"
          >
            v1.6
          </a>
        </TooltipTrigger>
        <TooltipContent side="right">
          {VERSION_LABEL} · {config?.companyName}
        </TooltipContent>
      </Tooltip>
    );
  }
  return (
    <footer className="flex h-9 shrink-0 items-center justify-between gap-3 border-t border-sidebar-border px-5 text-xs text-sidebar-muted coarse:h-11">
      <span className="shrink-0">{VERSION_LABEL}</span>
      {config && (
        <a
          href={config.companyUrl}
          target="_blank"
          rel="noreferrer"
          className="truncate underline-offset-2 coarse:leading-[44px] hover:text-sidebar-foreground hover:underline"
        >
          {config.companyName}
        </a>
      )}
    </footer>
  );
}

function sidebarEntryClasses(isCompact: boolean): string {
  return cn(
    "flex h-8 coarse:h-11 w-full items-center gap-2.5 rounded-md px-2 text-sm text-sidebar-foreground transition-colors hover:bg-sidebar-active/70 hover:text-sidebar-active-foreground focus-visible:ring-sidebar-active-foreground focus-visible:ring-offset-0 [&_svg]:size-4 [&_svg]:shrink-0",
    isCompact && "justify-center",
  );
}

/** One entry of the sidebar; if collapsed to an icon, its label is a tooltip. */
function SidebarEntry({
  label,
  isCompact,
  children,
}: {
  label: string;
  isCompact: boolean;
  children: ReactNode;
}) {
  if (!isCompact) return <li>{children}</li>;
  return (
    <li>
      <Tooltip>
        <TooltipTrigger asChild>{children}</TooltipTrigger>
        <TooltipContent side="right">{label}</TooltipContent>
      </Tooltip>
    </li>
  );
}
