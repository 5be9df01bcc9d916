import { SECRET_LENGTH, secretOf } from "#domain/accounts/secondFactor";

/** Draws the secret of an authenticator app. The server gets it, and never sends one. */
export const newSecret = () => secretOf(crypto.getRandomValues(new Uint8Array(SECRET_LENGTH)));
