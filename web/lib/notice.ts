/** A sentence for after the next page load: signing out loads the page anew, so nothing of the person stays. */
const KEY = "sms.notice";

export function leaveNotice(text: string): void {
  sessionStorage.setItem(KEY, text);
}

export function takeNotice(): string | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text;
}
