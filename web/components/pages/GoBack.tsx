import { Link, type LinkProps } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { MouseEvent } from "react";
import { useWayBack } from "@/hooks/useWayBack";
import { Button } from "@/components/ui/button";

/**
 * A link left of the title; on a phone only its arrow. Goes back from a form or detail page to the
 * screen that opened it, in the state it was left; if the page was opened by its address, to a list
 * (docs/product.md, "Way back").
 */
export function GoBack({ to }: { to: NonNullable<LinkProps["to"]> }) {
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
