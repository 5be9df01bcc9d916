import { newTransactionId } from "../transactionId";

const KEY = "sms.browser";

/**
 * Random token by which the server recognises this browser: strangers who try an account's password
 * then cannot use up the attempts of its owner. Made once and kept across sign-outs, for whoever
 * signs in here; it opens nothing.
 */
export function browserToken(storage: Storage = window.localStorage): string {
  const kept = storage.getItem(KEY) ?? "";
  // The server refuses any other form, and with it the sign-in.
  if (/^[0-9a-f]{32}$/.test(kept)) return kept;
  const token = newTransactionId();
  storage.setItem(KEY, token);
  return token;
}
