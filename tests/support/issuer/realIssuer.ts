import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type AccountClaims, type Configuration } from "oidc-provider";

export const CLIENT = { id: "sms", secret: "client-secret-of-sms" } as const;

/** A person at the issuer; `sub` is also their login name. */
export type Account = AccountClaims & { readonly sub: string };

/** An OpenID Connect issuer (`oidc-provider`) on a free port of this computer. */
export class RealIssuer {
  private constructor(
    readonly url: string,
    readonly accounts: Map<string, Account>,
    private readonly server: Server,
  ) {}

  /** @param app address of the product, to which the issuer redirects browsers */
  static async start(app: string): Promise<RealIssuer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const accounts = new Map<string, Account>();
    const provider = new Provider(url, await configurationFor(app, accounts));
    server.on("request", (request, response) => void provider.callback()(request, response));
    return new RealIssuer(url, accounts, server);
  }

  /** Environment variables with which the product uses this issuer. */
  get settings(): Record<string, string> {
    return {
      SMS_OIDC_ISSUER: this.url,
      SMS_OIDC_CLIENT_ID: CLIENT.id,
      SMS_OIDC_CLIENT_SECRET: CLIENT.secret,
      SMS_OIDC_LABEL: "Sign in with Acme",
    };
  }

  add(...accounts: readonly Account[]): void {
    for (const account of accounts) this.accounts.set(account.sub, account);
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, "close");
  }
}

async function configurationFor(
  app: string,
  accounts: ReadonlyMap<string, Account>,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${app}/auth/callback`],
        post_logout_redirect_uris: [`${app}/auth/sign-in`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "first" }] },
    cookies: { keys: ["of the tests"] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    findAccount: (_ctx, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => Promise.resolve(account) };
    },
    // Skip the consent screen: the app is the company's own.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    // The people of the tests sign in by name alone.
    features: { devInteractions: { enabled: true } },
  };
}
