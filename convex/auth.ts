import { convexAuth } from "@convex-dev/auth/server";
import { passwordProvider } from "./lib/passwordProvider";
import { ACCESS_TOKEN_MS, SESSION_MS } from "./model/sessions";

/**
 * @convex-dev/auth signs tokens, exchanges refresh tokens and signs out. People and sessions are made by
 * convex/model/ alone, in which everything that lets somebody in can be read; the two callbacks hold the
 * library to that, whichever of its flows a later provider may open.
 */
export const { auth, signIn, signOut, store, isAuthenticated } = convexAuth({
  providers: [passwordProvider],
  session: { totalDurationMs: SESSION_MS, inactiveDurationMs: SESSION_MS },
  jwt: { durationMs: ACCESS_TOKEN_MS },
  callbacks: {
    createOrUpdateUser() {
      throw new Error("Users are written by convex/model/users.ts only");
    },
    beforeSessionCreation() {
      throw new Error("Sessions are started by convex/model/sessions.ts only");
    },
  },
});
