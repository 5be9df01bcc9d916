import { createFileRoute } from "@tanstack/react-router";
import { SignInScreen } from "@/features/accounts/SignInScreen";
import { authStorage } from "@/lib/account/authStorage";
import { safeReturnTo } from "@/lib/account/returnTo";
import { oneOf, searchParams, text } from "@/lib/searchParams";

const signInSearch = searchParams({
  redirect: text(),
  /** Why the user was signed out. */
  reason: oneOf(["disabled"]),
  /** Stores the session only in this tab, so that other tabs can have another person's. */
  session: oneOf(["tab"]),
});

/** Also answers /auth/Sign-In: paths are matched without regard to case. */
export const Route = createFileRoute("/auth/sign-in")({
  validateSearch: signInSearch,
  beforeLoad: ({ search, preload }) => {
    if (search.session === "tab" && !preload) authStorage.remember(false);
  },
  component: SignIn,
});

function SignIn() {
  const { redirect, reason } = Route.useSearch();
  return <SignInScreen returnTo={safeReturnTo(redirect)} isLocked={reason === "disabled"} />;
}
