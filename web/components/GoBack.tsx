import { Link, type LinkProps } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Button } from "@/components/ui/button";

/**
 * Leads from a form or a detail to a list, not to the page before (docs/product.md, "Way back").
 */
export function GoBack({ to }: { to: NonNullable<LinkProps["to"]> }) {
  return (
    <Button asChild variant="ghost" className="no-print">
      <Link to={to}>
        <ArrowLeft aria-hidden />
        Go Back
      </Link>
    </Button>
  );
}
