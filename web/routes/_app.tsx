import { createFileRoute, redirect } from "@tanstack/react-router";
import { SignedInOnly } from "@/features/shell/SignedInOnly";
import { authStorage } from "@/lib/authStorage";

/**
 * The guard of every signed-in screen. A visitor without a stored session is turned away before
 * anything is drawn; SignedInOnly then finds out whether the server still accepts a stored one.
 */
export const Route = createFileRoute("/_app")({
  beforeLoad: ({ location }) => {
    if (!authStorage.hasSession()) {
      throw redirect({ to: "/auth/sign-in", search: { redirect: location.href }, replace: true });
    }
  },
  component: SignedInOnly,
});
