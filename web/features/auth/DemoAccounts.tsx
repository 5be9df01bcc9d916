import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { PublicConfig } from "@/hooks/useConfig";
import type { Credentials } from "./credentials";

export interface DemoAccountsProps {
  demo: NonNullable<PublicConfig["demo"]>;
  onPick: (credentials: Credentials) => void;
}

/** An admin, supervisors and users among them; the rest is one press away. */
const SHOWN_AT_FIRST = 5;

/** The demo's people and their password; one press fills the form. Only where demo mode is on. */
export function DemoAccounts({ demo, onPick }: DemoAccountsProps) {
  const [isWhole, setWhole] = useState(demo.accounts.length <= SHOWN_AT_FIRST);
  const shown = isWhole ? demo.accounts : demo.accounts.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="mt-6 border-t pt-5" aria-label="Demo accounts">
      <p className="text-xs text-muted-foreground">
        This is a demo: press a name to fill the form. Everybody's password is{" "}
        <code className="whitespace-nowrap rounded bg-muted px-1 py-0.5 font-mono text-foreground">
          {demo.password}
        </code>
      </p>
      <ul className="mt-3 flex flex-col gap-1.5">
        {shown.map(({ email, role, displayName }) => (
          <li key={email}>
            <button
              type="button"
              onClick={() => onPick({ email, password: demo.password })}
              className="flex min-h-10 w-full items-center gap-3 rounded-md border px-3 py-1.5 text-left transition-colors hover:bg-accent"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium">{displayName}</span>
                <span className="block truncate text-xs text-muted-foreground">{email}</span>
              </span>
              <span className="text-xs text-muted-foreground">{role}</span>
            </button>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button variant="ghost" size="sm" className="mt-2 w-full" onClick={() => setWhole(true)}>
          Show all {demo.accounts.length}
        </Button>
      )}
    </section>
  );
}
