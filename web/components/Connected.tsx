import { ConvexAuthProvider } from "@convex-dev/auth/react";
import type { ReactNode } from "react";
import { authStorage } from "@/lib/authStorage";
import { convex } from "@/lib/convex";

// Opens the socket while the screen's code is still on its way; the first query would do it later.
convex.connectionState();

/** Gives its screens the connection to the server, and the session of whoever is signed in. */
export default function Connected({ children }: { children: ReactNode }) {
  return (
    // The `code` in a verification link belongs to our own page, not to the auth library.
    <ConvexAuthProvider client={convex} storage={authStorage} shouldHandleCode={false}>
      {children}
    </ConvexAuthProvider>
  );
}
