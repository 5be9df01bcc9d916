import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { SchemePicture } from "@/components/SchemePicture";
import { Button } from "@/components/ui/button";
import { Wordmark } from "@/components/Wordmark";
import { WorldMotif } from "@/components/world/WorldMotif";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";
import { authStorage } from "@/lib/account/authStorage";

const POINTS = [
  {
    title: "Always exactly one holder",
    text: "Every hand-over is sent and acknowledged. No phone has two holders, and none is without one.",
  },
  {
    title: "See it arrive",
    text: "A transfer reaches its recipient the moment it is sent, on laptop and phone, ready to receive with one press.",
  },
  {
    title: "Every step on record",
    text: "Who, when and where: from the first scan of the IMEI to the return to the customer.",
  },
] as const;

/**
 * The public page at /: explains what SMS is and who uses it, and links to Sign-In
 * (docs/product.md, "Public pages").
 */
export function LandingScreen() {
  useDocumentTitle("");
  const isSignedIn = authStorage.hasSession();
  return (
    <div className="flex min-h-dvh flex-col overflow-x-hidden">
      <header className="mx-auto flex h-16 w-full max-w-7xl items-center justify-between px-5">
        <Wordmark />
        <nav aria-label="Main" className="flex items-center gap-1">
          <Button asChild variant="ghost">
            <Link to="/docs">Help</Link>
          </Button>
          {!isSignedIn && (
            <Button asChild variant="ghost">
              <Link to="/auth/sign-up">Sign up</Link>
            </Button>
          )}
        </nav>
      </header>

      <main className="mx-auto flex w-full max-w-7xl flex-1 flex-col px-5 pb-14">
        <section className="relative grid items-center gap-10 pb-12 pt-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:pt-6">
          <div className="flex flex-col items-start gap-5">
            <p className="rounded-full border bg-card px-3 py-1 text-xs font-medium text-muted-foreground">
              Sample Management System
            </p>
            <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl sm:leading-[1.08]">
              Know who holds every test device.
            </h1>
            <p className="max-w-prose text-base leading-7 text-muted-foreground">
              Phones, tablets, watches, modems and routers move between desks, cities and customers.
              SMS records who holds each one, from registration to return.
            </p>
            <SignInButton isSignedIn={isSignedIn} />
            <dl className="mt-2 flex gap-10">
              <Figure value="50+" label="countries" />
              <Figure value="20+" label="years of background" />
            </dl>
          </div>
          <div className="min-w-0">
            <WorldMotif className="-mx-[6%] w-[112%] max-w-none text-muted-foreground" />
            <div className="relative -mt-[17%]">
              <Screenshot />
            </div>
          </div>
        </section>

        <section aria-label="What it does" className="grid gap-6 border-t pt-10 sm:grid-cols-3">
          {POINTS.map(({ title, text }) => (
            <div key={title}>
              <h2 className="text-base font-semibold tracking-tight">{title}</h2>
              <p className="mt-1.5 text-sm leading-6 text-muted-foreground">{text}</p>
            </div>
          ))}
        </section>
      </main>
    </div>
  );
}

function SignInButton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Button asChild size="lg">
      {isSignedIn ? (
        <Link to="/dashboard/homefs">
          Open dashboard <ArrowRight />
        </Link>
      ) : (
        <Link to="/auth/sign-in">Sign-In</Link>
      )}
    </Button>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="text-3xl font-semibold tabular-nums tracking-tight">{value}</dd>
    </div>
  );
}

/** Screenshot of the Transfer list in the demo. */
function Screenshot() {
  return (
    <div className="overflow-hidden rounded-lg border bg-card shadow-2xl shadow-black/20">
      <SchemePicture
        name="screenshot-transfer"
        width={1128}
        height={720}
        alt="The Transfer list: each sample with its holder, its status and the next step"
      />
    </div>
  );
}
