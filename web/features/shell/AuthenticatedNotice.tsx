import { useLocation } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { MESSAGES } from "#domain/common/messages";
import { Banner } from "@/components/Banner";
import { useViewer } from "@/hooks/data/useViewer";
import { endWelcome, useWelcomed } from "@/lib/account/welcome";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";

/**
 * Welcomes the user on the first page after sign-in, and states that the page is for signed-in
 * users only; once dismissed, it stays hidden in all browsers of the account. It is not a toast,
 * because on a phone a toast would cover the page's buttons.
 */
export function AuthenticatedNotice() {
  const welcomed = useWelcomed();
  const { hasDismissedNotice = false } = useViewer();
  const dismissNotice = useMutation(api.profile.dismissNotice);
  const [isDismissed, setDismissed] = useState(false);
  const pathname = useLocation({ select: (location) => location.pathname });
  const [firstPathname] = useState(pathname);
  useEffect(() => {
    if (pathname !== firstPathname) endWelcome();
  }, [pathname, firstPathname]);
  const isHidden = isDismissed || hasDismissedNotice;
  if (isHidden && welcomed === null) return null;
  const dismiss = () => {
    setDismissed(true);
    endWelcome();
    // If it fails, the notice is back at the next visit.
    if (!isHidden) void attempt(dismissNotice({}));
  };
  return (
    <Banner
      tone="info"
      onDismiss={dismiss}
      className="no-print mb-3 py-1 text-xs sm:mb-4 sm:py-2 sm:text-sm"
    >
      {welcomed !== null && (
        <strong className="mr-2 font-semibold max-sm:block">
          {MESSAGES.welcome} {welcomed}
        </strong>
      )}
      {!isHidden && MESSAGES.signedInOnly}
    </Banner>
  );
}
