import { Link, useLocation } from "@tanstack/react-router";
import { Palette } from "lucide-react";
import { Fragment, useEffect, useRef, type ReactNode } from "react";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";
import { Wordmark } from "@/components/Wordmark";
import { useConfig } from "@/hooks/data/useConfig";
import { useTheme } from "@/hooks/useTheme";
import { useViewer } from "@/hooks/data/useViewer";
import { cn } from "@/lib/utils";
import { navigationFor, VERSION_LABEL } from "./navigation";
import { SidebarEntry, sidebarEntryClasses } from "./SidebarEntry";
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

export function SidebarNavigation({ isCompact, onOpenTheme, onChoose }: SidebarNavigationProps) {
  const openList = useOpenList();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { role } = useViewer();
  return (
    <nav aria-label="Main" className="flex flex-1 flex-col gap-5 px-3 py-2">
      {navigationFor(role).map((group) => (
        <SidebarGroup key={group.label} label={group.label} isCompact={isCompact}>
          {group.label === "Settings" && (
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
          {group.items.map(({ label, to, also, icon: Icon }) => (
            <Fragment key={label}>
              <SidebarEntry label={label} isCompact={isCompact}>
                <Link
                  to={to}
                  {...(onChoose && { onClick: onChoose })}
                  // The form of a step belongs to its list.
                  aria-current={to === openList || also?.includes(path) || undefined}
                  className={cn(
                    sidebarEntryClasses(isCompact),
                    (to === openList || also?.includes(path)) && HERE,
                  )}
                  activeProps={{ className: HERE }}
                  activeOptions={{ exact: true, includeSearch: false }}
                >
                  <Icon aria-hidden />
                  <span className={cn(isCompact && "sr-only")}>{label}</span>
                </Link>
              </SidebarEntry>
              {!isCompact && <SidebarViews path={to} label={label} onChoose={onChoose} />}
            </Fragment>
          ))}
        </SidebarGroup>
      ))}
    </nav>
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
          "mb-1 px-2 text-2xs font-medium uppercase tracking-wider text-sidebar-muted",
          isCompact && "sr-only",
        )}
      >
        {label}
      </h2>
      <ul className="flex flex-col gap-0.5">{children}</ul>
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
    <footer className="flex shrink-0 flex-col gap-0.5 border-t border-sidebar-border px-5 py-3 text-xs text-sidebar-muted">
      <span>{VERSION_LABEL}</span>
      {/* Reserves the line before the name has loaded, so that the entries above do not move. */}
      <span className="flex h-4 coarse:-mb-3 coarse:h-11">
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
      </span>
    </footer>
  );
}
