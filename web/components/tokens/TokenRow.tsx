import { ConfirmedButton } from "@/components/ConfirmedButton";
import { RelativeTime } from "@/components/RelativeTime";
import { Person } from "@/components/sample/Person";
import { Button } from "@/components/ui/button";
import { useNow } from "@/hooks/useNow";
import { isExpired, type TokenScope } from "#domain/accounts/apiTokens";

type Token = {
  readonly name: string;
  /** The token's first characters. */
  readonly hint: string;
  /** Undefined for a token with a single use. */
  readonly scopes?: readonly TokenScope[];
  readonly expiresAt?: number;
  readonly lastUsedAt?: number;
};

type TokenRowProps = {
  token: Token;
  /** E-mail; undefined in a list whose tokens all belong to the reader or to the deployment. */
  owner?: string;
  revoke: () => Promise<null>;
};

/** A row of a list of tokens: name and first characters, its use, owner, and Revoke. */
export function TokenRow({ token, owner, revoke }: TokenRowProps) {
  const { name, hint, scopes, expiresAt, lastUsedAt } = token;
  const now = useNow();
  const named = owner === undefined ? `“${name}”` : `“${name}” of ${owner}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium [overflow-wrap:anywhere]">
          {name}{" "}
          <span className="font-mono text-xs font-normal text-muted-foreground">{hint}…</span>
        </p>
        <p className="text-xs text-muted-foreground">
          {scopes && `${scopes.join(", ")} · `}
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
      {owner !== undefined && <Person email={owner} />}
      <ConfirmedButton
        trigger={
          <Button variant="outline" size="sm" aria-label={`Revoke ${named}`}>
            Revoke
          </Button>
        }
        question={`Revoke ${named}?`}
        explanation="Programs that use it lose access immediately. This cannot be undone."
        confirm="Revoke"
        run={revoke}
      />
    </li>
  );
}
