import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { CallbackScreen } from "@/features/accounts/CallbackScreen";
import { searchParams } from "@/lib/searchParams";

/**
 * The issuer's answer, read before the router removes it from the address, where it must not stay.
 */
const ANSWER = window.location.search;

/** The company's sign-in service redirects here. */
export const Route = createFileRoute("/auth/callback")({
  validateSearch: searchParams({}),
  component: Callback,
});

function Callback() {
  useEffect(() => window.history.replaceState(window.history.state, "", "/auth/callback"), []);
  return <CallbackScreen answer={ANSWER} />;
}
