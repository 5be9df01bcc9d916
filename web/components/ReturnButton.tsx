import { Link } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";

/** Link from the 404 and 500 pages back to the app (docs/product.md, "Public pages"). */
export function ReturnButton() {
  return (
    <Button asChild>
      <Link to="/dashboard/default">Return to website</Link>
    </Button>
  );
}
