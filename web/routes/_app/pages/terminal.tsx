import { createFileRoute } from "@tanstack/react-router";
import { TerminalScreen } from "@/features/terminal/TerminalScreen";
import { matching, oneOf, searchParams } from "@/lib/searchParams";

/** `sms login` opens this page. */
export const Route = createFileRoute("/_app/pages/terminal")({
  validateSearch: searchParams({
    challenge: matching(/^[0-9a-f]{64}$/),
    port: matching(/^[1-9]\d{3,4}$/),
    state: matching(/^[\w-]{1,64}$/),
    outcome: oneOf(["done"]),
  }),
  component: Terminal,
});

function Terminal() {
  const { challenge, port, state, outcome } = Route.useSearch();
  const request = { challenge, port, state, isDone: outcome === "done" };
  return <TerminalScreen {...request} />;
}
