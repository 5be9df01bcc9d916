import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { SchemePicture } from "@/components/SchemePicture";
import { Button } from "@/components/ui/button";
import { Wordmark } from "@/components/Wordmark";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";

/** The public guide at /docs: location sharing and signing up (doc 2 §2, "Help page"). */
export function HelpScreen() {
  useDocumentTitle("Help");
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col px-5 pb-16">
      <header className="flex h-16 items-center justify-between">
        <Link to="/" aria-label="SMS, start page" className="flex rounded-md">
          <Wordmark />
        </Link>
        <Button asChild variant="outline">
          <Link to="/auth/sign-in">Sign-In</Link>
        </Button>
      </header>
      <main className="flex flex-col gap-10 pt-8">
        <div>
          <h1 className="text-3xl font-semibold tracking-tight">Help</h1>
          <p className="mt-2 text-muted-foreground">
            How to let the browser share your location, and how to get an account.
          </p>
        </div>

        <Guide id="location" title="Share your location">
          <p>
            SMS asks once, while you sign up, where your device is. You may refuse: then only the
            address you pick is kept.
          </p>
          <Steps>
            <li>
              Open the sign-up page. The browser asks whether the site may know your location.
            </li>
            <li>
              Press <Key>Allow</Key>. Nothing more is asked.
            </li>
            <li>
              If you pressed <Key>Block</Key> before: press the icon left of the address, find{" "}
              <Key>Location</Key> under the site's permissions, choose <Key>Allow</Key>, and load
              the page again.
            </li>
            <li>
              On a phone the system must allow it too: <Key>Settings</Key>, <Key>Apps</Key>, your
              browser, <Key>Permissions</Key>, <Key>Location</Key> (Android), or <Key>Settings</Key>
              , <Key>Privacy</Key>, <Key>Location Services</Key>, your browser (iPhone).
            </li>
          </Steps>
          <Picture
            name="help-location"
            width={640}
            height={300}
            alt="The sign-up page with the words Please enable location"
          />
          <p>
            'Please enable location' on the sign-up page means that the browser has no location to
            give. You can sign up all the same.
          </p>
        </Guide>

        <Guide id="sign-up" title="Sign up">
          <Steps>
            <li>
              Open{" "}
              <Link to="/auth/sign-up" className="font-medium text-primary underline">
                Sign up
              </Link>{" "}
              and write your name, passport and phone number.
            </li>
            <li>
              Begin to type where you work and pick the place from the list. Country and city fill
              themselves.
            </li>
            <li>
              Use your company address. Others are refused. The password needs at least 8
              characters, with an uppercase and a lowercase letter, a digit and one of @$!%*#?&.
            </li>
            <li>A mail brings a code. Sign in and write the code; from then on you are in.</li>
          </Steps>
          <Picture
            name="help-sign-up"
            width={640}
            height={720}
            alt="The sign-up form: while the location is typed, places are offered below it"
          />
          <p>
            No mail? Look among the unwanted mail, wait a minute, and press{" "}
            <Key>Send a new code</Key>. Forgotten the password? Press <Key>Forgot password?</Key> on
            the sign-in page.
          </p>
        </Guide>

        <p className="border-t pt-6 text-xs text-muted-foreground">Places: GeoNames, CC BY 4.0.</p>
      </main>
    </div>
  );
}

function Guide({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 text-base leading-7">
      <h2 id={id} className="text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className="flex list-decimal flex-col gap-2 pl-5 marker:font-semibold marker:text-muted-foreground">
      {children}
    </ol>
  );
}

function Picture(props: ComponentProps<typeof SchemePicture>) {
  return (
    <div className="max-w-[640px] overflow-hidden rounded-lg border shadow-sm">
      <SchemePicture {...props} />
    </div>
  );
}

/** A word that stands on a button or in a menu. */
function Key({ children }: { children: ReactNode }) {
  return (
    <span className="rounded border bg-card px-1.5 py-0.5 text-sm font-medium">{children}</span>
  );
}
