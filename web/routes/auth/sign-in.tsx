import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { SignInScreen } from "@/features/auth/SignInScreen";
import { safeReturnTo } from "@/lib/returnTo";

/** Also answers /auth/Sign-In: addresses are matched without regard to case. */
export const Route = createFileRoute("/auth/sign-in")({
  validateSearch: z.object({ redirect: z.string().optional().catch(undefined) }),
  component: SignIn,
});

function SignIn() {
  const { redirect } = Route.useSearch();
  return <SignInScreen returnTo={safeReturnTo(redirect)} />;
}
