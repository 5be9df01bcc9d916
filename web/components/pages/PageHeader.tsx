import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode, MouseEvent } from "react";
import { ArrowLeft } from "lucide-react";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";
import { cn } from "@/lib/utils";
import { useWayBack } from "@/hooks/useWayBack";
import { Button } from "@/components/ui/button";

export interface PageHeaderProps {
  title: string;
  /** How the title begins; a phone leaves this to assistive technology. */
  lead?: string;
  /** The tab's title, if it differs from the page's. */
  tabTitle?: string | undefined;
  description?: ReactNode;
  /** For a page opened from another one: Go Back, left of the title, leads here by default. */
  back?: NonNullable<LinkProps["to"]>;
  /** Buttons on the right; below the title if they are too wide. */
  actions?: ReactNode;
  /** On a phone only assistive technology reads the title: the content begins with its own. */
  isHiddenOnPhone?: boolean;
  /** Its width, if the content below is narrower than the page. */
  className?: string;
}

/** The page's h1; also sets the tab's title. Each screen has exactly one. */
export function PageHeader({
  title,
  lead = "",
  tabTitle = title,
  description,
  back,
  actions,
  isHiddenOnPhone = false,
  className,
}: PageHeaderProps) {
  useDocumentTitle(tabTitle);
  return (
    <header
      className={cn(
        "mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:mb-5 sm:gap-x-6 sm:gap-y-3",
        isHiddenOnPhone && "max-md:sr-only",
        className,
      )}
    >
      {/* On a phone the description is a line of its own, below title and buttons. */}
      <div className="min-w-0 max-sm:contents sm:flex-1 sm:basis-44">
        <div className="flex min-w-0 items-center gap-x-3 max-sm:flex-1 max-sm:basis-32 max-sm:gap-x-0">
          {back && <GoBack to={back} />}
          <h1 className="min-w-0 text-xl font-semibold tracking-tight">
            {lead !== "" && <span className="max-sm:sr-only">{lead}</span>}
            {title.slice(lead.length)}
          </h1>
        </div>
        {description && (
          <p className="text-sm text-muted-foreground max-sm:order-last max-sm:w-full sm:mt-1">
            {description}
          </p>
        )}
      </div>
      {actions && (
        // On a phone a choice that changes the page (`data-below`) follows the description.
        <div className="no-print flex flex-wrap items-center gap-2 max-sm:has-[>[data-below]]:contents max-sm:has-[[type=search]]:w-full max-sm:[&>[data-below]]:order-last max-sm:[&>[data-below]]:w-full">
          {actions}
        </div>
      )}
    </header>
  );
}

/**
 * A link left of the title; on a phone only its arrow. Goes back from a form or detail page to the
 * screen that opened it, in the state it was left; if the page was opened by its address, to a list
 * (docs/product.md, "Way back").
 */
function GoBack({ to }: { to: NonNullable<LinkProps["to"]> }) {
  const wayBack = useWayBack();
  const onClick = (event: MouseEvent) => {
    if (wayBack === null || isForNewTab(event)) return;
    event.preventDefault();
    wayBack();
  };
  return (
    <Button
      asChild
      variant="ghost"
      className="no-print -ml-3 shrink-0 text-muted-foreground hover:text-foreground max-sm:-ml-3.5 max-sm:px-3.5"
    >
      <Link to={to} onClick={onClick}>
        <ArrowLeft aria-hidden />
        <span className="max-sm:sr-only">Go Back</span>
      </Link>
    </Button>
  );
}

const isForNewTab = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || altKey;
