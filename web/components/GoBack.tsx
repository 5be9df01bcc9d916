import { Link, type LinkProps } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Button } from "@/components/ui/button";

/** The spec's way back from a form or a detail (doc 2 §2): to a list, not to the page before. */
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
