import { createFileRoute, redirect } from "@tanstack/react-router";
import { SignedInOnly } from "@/features/shell/SignedInOnly";
import { authStorage } from "@/lib/authStorage";

/**
 * Every screen behind the sign-in guard. Visitors who never signed in here are turned away before
 * anything is drawn; whether the server still knows the others is for SignedInOnly to see.
 */
export const Route = createFileRoute("/_app")({
  beforeLoad: ({ location }) => {
    if (!authStorage.hasSession()) {
      throw redirect({ to: "/auth/sign-in", search: { redirect: location.href }, replace: true });
    }
  },
  component: SignedInOnly,
});
