import { Link } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";
import { Wordmark } from "@/components/Wordmark";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";
import { authStorage } from "@/lib/authStorage";
import { AccountGuides } from "./AccountGuides";
import { SampleGuides } from "./SampleGuides";

const SUBJECTS = [
  { id: "location", title: "Share your location" },
  { id: "sign-up", title: "Sign up" },
  { id: "register", title: "Register a device" },
  { id: "hand-over", title: "Hand a sample over" },
  { id: "basket", title: "Many at once" },
  { id: "keyboard", title: "Keys" },
];

/** The public guide at /docs. */
export function HelpScreen() {
  useDocumentTitle("Help");
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col px-5 pb-16">
      <header className="flex h-16 items-center justify-between">
        <Link to="/" aria-label="SMS, start page" className="flex rounded-md">
          <Wordmark />
        </Link>
        <Button asChild variant="outline">
          {authStorage.hasSession() ? (
            <Link to="/dashboard/homefs">Back to the dashboard</Link>
          ) : (
            <Link to="/auth/sign-in">Sign-In</Link>
          )}
        </Button>
      </header>
      <main className="flex flex-col gap-10 pt-8">
        <div>
          <h1 className="text-3xl font-semibold tracking-tight">Help</h1>
          <nav aria-label="On this page" className="mt-4">
            <ul className="flex flex-wrap gap-2 text-sm">
              {SUBJECTS.map(({ id, title }) => (
                <li key={id}>
                  <Link
                    to="/docs"
                    hash={id}
                    className="inline-flex rounded-full border bg-card px-3 py-1.5 hover:bg-accent"
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <AccountGuides />
        <SampleGuides />
        <p className="border-t pt-6 text-xs text-muted-foreground">Places: GeoNames, CC BY 4.0.</p>
      </main>
    </div>
  );
}
