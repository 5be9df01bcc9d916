/**
 * Signing out loads a new page, so that no data of the person stays in memory. Until then, the
 * route guard must not navigate anywhere else.
 */
let signingOut = false;

export function isSigningOut(): boolean {
  return signingOut;
}

export function startSigningOut(): void {
  signingOut = true;
}

/** sessionStorage key of a message to show after the next page load. */
const NOTICE_KEY = "sms.notice";

export function storeNotice(text: string): void {
  sessionStorage.setItem(NOTICE_KEY, text);
}

export function takeNotice(): string | null {
  const text = sessionStorage.getItem(NOTICE_KEY);
  sessionStorage.removeItem(NOTICE_KEY);
  return text;
}
