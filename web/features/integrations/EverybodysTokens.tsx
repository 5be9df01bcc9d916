import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { KeyRound } from "lucide-react";
import { EmptyState } from "@/components/pages/EmptyState";
import { PagedList } from "@/components/PagedList";
import { Person } from "@/components/sample/Person";
import { RevokeToken } from "@/components/tokens/RevokeToken";
import { TokenFacts } from "@/components/tokens/TokenFacts";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";

type Token = FunctionReturnType<typeof api.tokens.listAll>["page"][number];

const PAGE = 50;

/** All API tokens, live, newest first, to review and revoke. */
export function EverybodysTokens() {
  const pages = usePaginatedQuery(api.tokens.listAll, {}, { initialNumItems: PAGE });
  return (
    <Card>
      <header className="border-b px-5 py-4">
        <h2 className="text-base font-semibold tracking-tight">API tokens</h2>
        <p className="mt-1 text-sm text-muted-foreground">
          Tokens of all accounts. People create their own in their profile.
        </p>
      </header>
      <PagedList
        pages={pages}
        pageSize={PAGE}
        more="Show more"
        empty={<EmptyState icon={KeyRound} title="No tokens yet" />}
      >
        {pages.results.map((token) => (
          <TokenRow key={token._id} token={token} />
        ))}
      </PagedList>
    </Card>
  );
}

function TokenRow({ token }: { token: Token }) {
  const revoke = useMutation(api.tokens.revokeAny);
  const { _id: tokenId, name, owner } = token;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <TokenFacts token={token} />
      <Person email={owner} />
      <RevokeToken name={`“${name}” of ${owner}`} revoke={() => revoke({ tokenId })} />
    </li>
  );
}
