import { Link } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { SecretDialog } from "@/components/SecretDialog";
import { RevokeToken } from "@/components/tokens/RevokeToken";
import { TokenFacts } from "@/components/tokens/TokenFacts";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "../../../convex/_generated/api";
import { MAX_TOKENS } from "#domain/accounts/apiTokens";
import { NewTokenDialog } from "./NewTokenDialog";
import { SideCard } from "./SideCard";

type Token = FunctionReturnType<typeof api.tokens.list>[number];

/** The person's API tokens, live: created here, shown once, and revoked. */
export function TokensCard() {
  const tokens = useQuery(api.tokens.list);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
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
      <ul className="flex flex-col divide-y">
        {tokens?.map((token) => (
          <TokenRow key={token._id} token={token} />
        ))}
      </ul>
      {tokens !== undefined && tokens.length < MAX_TOKENS && (
        <Button variant="outline" className="mt-4" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          New token
        </Button>
      )}
      {isAdding && (
        <NewTokenDialog
          onClose={() => setAdding(false)}
          onMade={(made) => {
            setAdding(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title="Your new API token"
          description="Copy it now and give it to the program that will use it. It is not shown again."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </SideCard>
  );
}

function TokenRow({ token }: { token: Token }) {
  const revoke = useMutation(api.tokens.revoke);
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <KeyRound className="size-5 shrink-0 text-muted-foreground" aria-hidden />
      <TokenFacts token={token} />
      <RevokeToken name={`“${token.name}”`} revoke={() => revoke({ tokenId: token._id })} />
    </li>
  );
}
