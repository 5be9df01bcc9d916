import { useState } from "react";
import { MESSAGES } from "../../../domain/messages";
import { Banner } from "@/components/Banner";

const DISMISSED_KEY = "sms.authenticatedNotice";

/**
 * Says that the page is for signed-in people only; dismissed, it stays away until the browser's
 * session ends.
 */
export function AuthenticatedNotice() {
  const [isShown, setShown] = useState(() => sessionStorage.getItem(DISMISSED_KEY) === null);
  if (!isShown) return null;
  const dismiss = () => {
    sessionStorage.setItem(DISMISSED_KEY, "dismissed");
    setShown(false);
  };
  return (
    <Banner
      tone="info"
      onDismiss={dismiss}
      className="no-print mb-3 py-1 text-xs sm:mb-4 sm:py-2 sm:text-sm"
    >
      {MESSAGES.signedInOnly}
    </Banner>
  );
}
