import type { ReactNode } from "react";
import { Banner } from "@/components/Banner";
import { useConfig } from "@/hooks/data/useConfig";
import { MESSAGES } from "#domain/common/messages";

/**
 * Explains that the deployment sends no mail, and what to do instead; renders nothing if it does.
 */
export function MailStays({ children, className }: { children: ReactNode; className?: string }) {
  if (useConfig()?.sendsMail !== false) return null;
  return (
    <Banner tone="warning" {...(className && { className })}>
      <span className="font-medium">{MESSAGES.mailStays}</span> {children}
    </Banner>
  );
}
