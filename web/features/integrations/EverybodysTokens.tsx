import { useMutation, usePaginatedQuery } from "convex/react";
import { KeyRound } from "lucide-react";
import { EmptyState } from "@/components/pages/EmptyState";
import { PagedList } from "@/components/PagedList";
import { TokenRow } from "@/components/tokens/TokenRow";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";

const PAGE = 50;

/** All API tokens, live, newest first, to review and revoke. */
export function EverybodysTokens() {
  const revoke = useMutation(api.tokens.revokeAny);
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
          <TokenRow
            key={token._id}
            token={token}
            owner={token.owner}
            revoke={() => revoke({ tokenId: token._id })}
          />
        ))}
      </PagedList>
    </Card>
  );
}
