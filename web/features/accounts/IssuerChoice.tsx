import { useConvex } from "convex/react";
import { useEffect, useState, type ReactNode } from "react";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/ui/button";
import type { PublicConfig } from "@/hooks/data/useConfig";
import { authStorage } from "@/lib/account/authStorage";
import { leaveForIssuer } from "@/lib/issuerSignIn";
import { useIsOffline } from "@/lib/connection/offlineReports";
import { RememberMe } from "./RememberMe";

export interface IssuerChoiceProps {
  config: PublicConfig | undefined;
  /** The page to return to. */
  returnTo?: string | null;
  /** Form for people who sign in or sign up with a password. */
  children: ReactNode;
}

/** Offers the sign-in methods that the operator has set up: the issuer, a password, or both. */
export function IssuerChoice({ config, returnTo = null, children }: IssuerChoiceProps) {
  if (!config?.issuerLabel) return children;
  return (
    <>
      <IssuerButton config={config} label={config.issuerLabel} returnTo={returnTo} />
      {config.allowsPasswords && (
        <>
          <p className="my-5 flex items-center gap-3 text-xs text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            or with a password
          </p>
          {children}
        </>
      )}
    </>
  );
}

interface IssuerButtonProps {
  config: PublicConfig;
  label: string;
  returnTo: string | null;
}

/** Redirects to the company's sign-in service. */
function IssuerButton({ config, label, returnTo }: IssuerButtonProps) {
  const convex = useConvex();
  const isOffline = useIsOffline();
  const [isLeaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isRemembered, setRemembered] = useState(() => authStorage.isRemembered());
  useEffect(() => {
    // The browser's Back may restore this page from its cache, with the button still disabled.
    const onShow = () => setLeaving(false);
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);

  const press = async () => {
    setLeaving(true);
    setRefusal(null);
    const { origin } = new URL(config.baseUrl);
    if (origin !== window.location.origin) {
      // The issuer redirects back to `origin`, which cannot read this origin's storage: begin
      // there.
      return window.location.assign(origin + window.location.pathname + window.location.search);
    }
    const failure = await leaveForIssuer(convex, returnTo);
    if (failure === null) return;
    setRefusal(failure.message);
    setLeaving(false);
  };
  return (
    <div className="flex flex-col gap-4">
      {refusal && <Banner tone="error">{refusal}</Banner>}
      <Button
        size="lg"
        variant={config.allowsPasswords ? "outline" : "default"}
        className="h-auto min-h-11 w-full whitespace-normal py-2"
        loading={isLeaving}
        disabled={isOffline}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {/* The password form has the same checkbox. */}
      {!config.allowsPasswords && <RememberMe checked={isRemembered} onChange={setRemembered} />}
    </div>
  );
}
