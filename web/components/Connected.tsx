import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { ConvexHttpClient } from "convex/browser";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { authStorage } from "@/lib/account/authStorage";
import { convex } from "@/lib/connection/convex";
import { renewedStorage } from "@/lib/account/renewedStorage";
import { watchServerClock } from "@/lib/serverClock";

// Opens the socket while the screen's code is still loading; otherwise the first query would.
convex.connectionState();
watchServerClock(convex);

const storage = renewedStorage(authStorage, convex.url, async (refreshToken) => {
  const client = new ConvexHttpClient(convex.url);
  const { tokens } = await client.action(api.auth.signIn, { refreshToken });
  return tokens ?? null;
});

/**
 * Provides its screens with the connection to the server and the session of the signed-in person.
 */
export default function Connected({ children }: { children: ReactNode }) {
  return (
    // The `code` in a verification link is for our own page, not for the auth library.
    <ConvexAuthProvider client={convex} storage={storage} shouldHandleCode={false}>
      {children}
    </ConvexAuthProvider>
  );
}
