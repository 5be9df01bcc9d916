import { useState } from "react";
import { Link } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";
import type { PublicConfig } from "@/hooks/data/useConfig";
import { DEMO_ROLES, ROLE_LABELS } from "#domain/people/roles";
import type { Credentials } from "./pendingSignIn";
import { authLinkClasses } from "./AuthCard";

type Demo = NonNullable<PublicConfig["demo"]>;

export interface DemoAccountsProps {
  demo: Demo;
  /** Resolves after the sign-in, or after its refusal has been shown. */
  onSignIn: (credentials: Credentials) => Promise<void>;
}

/**
 * The demo's accounts: one of each role with a summary of what it sees; the others unfold with one
 * press. Pressing one signs in. Shown only in demo mode.
 */
export function DemoAccounts({ demo, onSignIn }: DemoAccountsProps) {
  const [isWhole, setWhole] = useState(false);
  const [signingIn, setSigningIn] = useState<string | null>(null);
  const examples = DEMO_ROLES.flatMap(({ role, sees }) => {
    const account = demo.accounts.find((each) => each.role === role);
    return account ? [{ ...account, line: sees }] : [];
  });
  const others = demo.accounts
    .filter(({ email }) => !examples.some((example) => example.email === email))
    .map((account) => ({ ...account, line: account.email }));

  const press = async (email: string) => {
    setSigningIn(email);
    await onSignIn({ email, password: demo.password });
    setSigningIn(null);
  };
  return (
    <section className="mt-6 border-t pt-5" aria-label="Demo accounts">
      <h2 className="text-sm font-medium">Demo: sign in with one click</h2>
      <ul className="mt-3 flex flex-col gap-1.5">
        {(isWhole ? [...examples, ...others] : examples).map(
          ({ email, role, displayName, line }) => (
            <li key={email}>
              <Button
                variant="outline"
                className="h-auto w-full whitespace-normal px-3 py-2 text-left font-normal sm:h-auto coarse:h-auto"
                loading={signingIn === email}
                onClick={() => void press(email)}
              >
                <span className="min-w-0 flex-1">
                  <span className="flex items-baseline justify-between gap-3">
                    <span className="truncate font-medium">{displayName}</span>
                    <span className="shrink-0 text-xs text-muted-foreground">
                      {ROLE_LABELS[role]}
                    </span>
                  </span>
                  <span className="block text-xs text-muted-foreground">{line}</span>
                </span>
              </Button>
            </li>
          ),
        )}
      </ul>
      {!isWhole && others.length > 0 && (
        <Button variant="ghost" size="sm" className="mt-2 w-full" onClick={() => setWhole(true)}>
          Show all {demo.accounts.length}
        </Button>
      )}
      <p className="mt-3 text-xs text-muted-foreground">
        All accounts have the password{" "}
        <code className="whitespace-nowrap rounded bg-muted px-1 py-0.5 font-mono text-foreground">
          {demo.password}
        </code>
        . To watch a hand-over arrive, <SecondPerson /> in another tab.
      </p>
    </section>
  );
}

/** Link to a new tab in which a second person can sign in while the first stays signed in here. */
function SecondPerson() {
  return (
    <Link
      to="/auth/sign-in"
      search={{ session: "tab" }}
      target="_blank"
      rel="noopener" // otherwise the new tab starts with a copy of this tab's sessionStorage
      className={authLinkClasses}
    >
      open a second person
    </Link>
  );
}
