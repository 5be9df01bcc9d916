import { newTransactionId } from "../transactionId";

const KEY = "sms.browser";

/**
 * Random token by which the server recognizes this browser, so that strangers who try an account's
 * password do not use up its owner's attempts. Generated once and kept across sign-outs, shared by
 * all people who sign in here; it grants no access.
 */
export function browserToken(storage: Storage = window.localStorage): string {
  const kept = storage.getItem(KEY) ?? "";
  // The server refuses a sign-in with a token of any other form.
  if (/^[0-9a-f]{32}$/.test(kept)) return kept;
  const token = newTransactionId();
  storage.setItem(KEY, token);
  return token;
}
