import { createFileRoute } from "@tanstack/react-router";
import { LinkScreen } from "@/features/accounts/LinkScreen";
import { searchParams, text } from "@/lib/searchParams";

/** Opened by the link of `sms users sign-in-link`. */
export const Route = createFileRoute("/auth/link")({
  validateSearch: searchParams({ token: text() }),
  component: SignInByLink,
});

function SignInByLink() {
  const { token = "" } = Route.useSearch();
  return <LinkScreen token={token} />;
}
