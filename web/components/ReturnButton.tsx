import { Link } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";

/** Leads out of the 404 and 500 pages. Source: doc 1 §2. */
export function ReturnButton() {
  return (
    <Button asChild>
      <Link to="/dashboard/default">Return to website</Link>
    </Button>
  );
}
