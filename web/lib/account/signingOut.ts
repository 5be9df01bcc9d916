/**
 * Signing out loads a page anew, so that nothing the person saw stays in memory. Until that page is
 * there, the guard must not lead anywhere else.
 */
let signingOut = false;

export function isSigningOut(): boolean {
  return signingOut;
}

export function startSigningOut(): void {
  signingOut = true;
}

/** Key of a sentence to show after the next page load. */
const NOTICE_KEY = "sms.notice";

export function storeNotice(text: string): void {
  sessionStorage.setItem(NOTICE_KEY, text);
}

export function takeNotice(): string | null {
  const text = sessionStorage.getItem(NOTICE_KEY);
  sessionStorage.removeItem(NOTICE_KEY);
  return text;
}
