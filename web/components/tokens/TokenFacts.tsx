import { RelativeTime } from "@/components/RelativeTime";
import { useNow } from "@/hooks/useNow";
import { isExpired, type TokenScope } from "#domain/accounts/apiTokens";

type TokenFactsProps = {
  token: {
    readonly name: string;
    readonly hint: string;
    readonly scopes: readonly TokenScope[];
    readonly expiresAt?: number;
    readonly lastUsedAt?: number;
  };
};

/** Two lines that identify an API token: name and first characters; scopes, last use and expiry. */
export function TokenFacts({ token }: TokenFactsProps) {
  const { name, hint, scopes, expiresAt, lastUsedAt } = token;
  const now = useNow();
  return (
    <div className="min-w-0 flex-1 basis-52 text-sm">
      <p className="font-medium [overflow-wrap:anywhere]">
        {name} <span className="font-mono text-xs font-normal text-muted-foreground">{hint}…</span>
      </p>
      <p className="text-xs text-muted-foreground">
        {scopes.join(", ")}
        {" · "}
        {lastUsedAt === undefined ? (
          "never used"
        ) : (
          <>
            last used <RelativeTime at={lastUsedAt} />
          </>
        )}
        {expiresAt !== undefined && (
          <>
            {isExpired(expiresAt, now) ? " · expired " : " · expires "}
            <RelativeTime at={expiresAt} />
          </>
        )}
      </p>
    </div>
  );
}
