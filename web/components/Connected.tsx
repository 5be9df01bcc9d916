import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { ConvexHttpClient } from "convex/browser";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { authStorage } from "@/lib/account/authStorage";
import { convex } from "@/lib/connection/convex";
import { renewedStorage } from "@/lib/account/renewedStorage";
import { watchServerClock } from "@/lib/serverClock";

// Opens the socket while the screen's code is still on its way; the first query would do it later.
convex.connectionState();
watchServerClock(convex);

const storage = renewedStorage(authStorage, convex.url, async (refreshToken) => {
  const client = new ConvexHttpClient(convex.url);
  const { tokens } = await client.action(api.auth.signIn, { refreshToken });
  return tokens ?? null;
});

/** Gives its screens the connection to the server, and the session of whoever is signed in. */
export default function Connected({ children }: { children: ReactNode }) {
  return (
    // The `code` in a verification link belongs to our own page, not to the auth library.
    <ConvexAuthProvider client={convex} storage={storage} shouldHandleCode={false}>
      {children}
    </ConvexAuthProvider>
  );
}
