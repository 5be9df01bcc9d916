import { Link } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";

/** Leads out of the 404 and 500 pages (docs/product.md, "Public pages"). */
export function ReturnButton() {
  return (
    <Button asChild>
      <Link to="/dashboard/default">Return to website</Link>
    </Button>
  );
}
