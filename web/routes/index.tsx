import { createFileRoute, Link } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";

export const Route = createFileRoute("/")({
  component: () => (
    <main className="p-6">
      <Button asChild>
        <Link to="/dashboard/homefs">Sign In</Link>
      </Button>
    </main>
  ),
});
