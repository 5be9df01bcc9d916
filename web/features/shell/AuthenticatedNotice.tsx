import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { MESSAGES } from "#domain/common/messages";
import { Banner } from "@/components/Banner";
import { endWelcome, useWelcomed } from "@/lib/account/welcome";

const DISMISSED_KEY = "sms.authenticatedNotice";

/**
 * Welcomes the user on the first page after sign-in, and states that the page is for signed-in
 * users only; once dismissed, it stays hidden until the browser session ends. It is not a toast,
 * because on a phone a toast would cover the page's buttons.
 */
export function AuthenticatedNotice() {
  const welcomed = useWelcomed();
  const [isDismissed, setDismissed] = useState(
    () => sessionStorage.getItem(DISMISSED_KEY) !== null,
  );
  const pathname = useLocation({ select: (location) => location.pathname });
  const [firstPathname] = useState(pathname);
  useEffect(() => {
    if (pathname !== firstPathname) endWelcome();
  }, [pathname, firstPathname]);
  if (isDismissed && welcomed === null) return null;
  const dismiss = () => {
    sessionStorage.setItem(DISMISSED_KEY, "dismissed");
    setDismissed(true);
    endWelcome();
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
      {!isDismissed && MESSAGES.signedInOnly}
    </Banner>
  );
}
