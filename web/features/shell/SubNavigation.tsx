import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useViewer } from "@/hooks/data/useViewer";
import { cn } from "@/lib/utils";
import { isCurrentPage, siblingsAt } from "./navigation";

/**
 * Tabs below the top bar: the pages that share an entry of the sidebar, such as Administration.
 * Absent on other screens.
 */
export function SubNavigation() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { role } = useViewer();
  const pages = siblingsAt(path, role);
  const list = useRef<HTMLUListElement>(null);
  // On a phone the tabs scroll sideways; `scrollIntoView` would scroll the page too.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && list.current) list.current.scrollLeft = current.offsetLeft - 16;
  }, [path]);
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Pages" className="no-print shrink-0 border-b bg-card">
      <ul
        ref={list}
        className="relative flex gap-1 overflow-x-auto px-3 [scrollbar-width:none] sm:px-5"
      >
        {pages.map((page) => {
          const isHere = isCurrentPage(page, path);
          return (
            <li key={page.to} className="shrink-0">
              <Link
                to={page.to}
                aria-current={isHere ? "page" : undefined}
                activeOptions={{ exact: true, includeSearch: false }}
                className={cn(
                  "flex h-10 items-center border-b-2 px-2 text-sm focus-visible:ring-inset focus-visible:ring-offset-0 coarse:h-11",
                  isHere
                    ? "border-primary font-medium text-foreground"
                    : "border-transparent text-muted-foreground hover:text-foreground",
                )}
              >
                {page.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
