import { Link } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import { Plus } from "lucide-react";
import { TokenRow } from "@/components/tokens/TokenRow";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useNewSecret } from "@/components/useNewSecret";
import { api } from "../../../convex/_generated/api";
import { MAX_TOKENS } from "#domain/accounts/apiTokens";
import { NewTokenDialog } from "./NewTokenDialog";
import { SideCard } from "./SideCard";

/** The person's API tokens, live: created here, shown once, and revoked. */
export function TokensCard() {
  const tokens = useQuery(api.tokens.list);
  const revoke = useMutation(api.tokens.revoke);
  const { add, dialogs } = useNewSecret({
    Form: NewTokenDialog,
    title: "Your new API token",
    description:
      "Copy it now and give it to the program that will use it. You will not see it again.",
  });
  return (
    <SideCard
      title="API tokens"
      description="A token lets a program see what you can see and, if you allow it, take steps and register samples in your name."
    >
      {tokens === undefined && <Skeleton aria-busy className="h-12" />}
      {tokens?.length === 0 && (
        <p className="text-sm text-muted-foreground">
          No tokens yet.{" "}
          <Link to="/docs" hash="integrations" className="underline underline-offset-4">
            What programs can do
          </Link>
        </p>
      )}
      <ul className="-mx-5 -my-2 divide-y empty:hidden">
        {tokens?.map((token) => (
          <TokenRow key={token._id} token={token} revoke={() => revoke({ tokenId: token._id })} />
        ))}
      </ul>
      {tokens !== undefined && tokens.length < MAX_TOKENS && (
        <Button variant="outline" className="mt-4" onClick={add}>
          <Plus aria-hidden />
          New token
        </Button>
      )}
      {dialogs}
    </SideCard>
  );
}
