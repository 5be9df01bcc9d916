import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from "jose";
import { CLIENT } from "./realIssuer";

/** How an issuer misbehaves; undefined parts behave correctly. */
export type Misbehaviour = {
  /** Changes claims of the ID token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Creates the ID token in another way. */
  readonly sign?: (claims: JWTPayload, issuer: HostileIssuer) => Promise<string> | string;
  /** Changes the discovery document. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Answers a request itself; returns false to leave it to the issuer. */
  readonly answer?: (path: string, response: ServerResponse) => boolean;
};

/**
 * An issuer that exchanges any code for any token. The tests play the browser: they invent the
 * code, and read nonce and state from the address that the product would redirect to.
 */
export class HostileIssuer {
  misbehaviour: Misbehaviour = {};
  /** Nonce of the ID token that the next code is exchanged for. */
  nonce = "";
  #keys: readonly { kid: string; privateKey: CryptoKey; publicKey: CryptoKey }[] = [];

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<HostileIssuer> {
    const server = createServer();
    await listen(server, 0);
    const { port } = server.address() as AddressInfo;
    const issuer = new HostileIssuer(`http://127.0.0.1:${port}`, server);
    await issuer.rotateKeys();
    server.on("request", (request, response) => void issuer.#answer(request, response));
    return issuer;
  }

  get settings(): Record<string, string> {
    return {
      SMS_OIDC_ISSUER: this.url,
      SMS_OIDC_CLIENT_ID: CLIENT.id,
      SMS_OIDC_CLIENT_SECRET: CLIENT.secret,
    };
  }

  /** The current signing key. */
  get key() {
    const [key] = this.#keys;
    if (key === undefined) throw new Error("the issuer has no key");
    return key;
  }

  /** Replaces the signing key, and publishes only the new one. */
  async rotateKeys(): Promise<void> {
    const pair = await generateKeyPair("RS256", { extractable: true });
    this.#keys = [{ kid: `key ${Date.now()}`, ...pair }];
  }

  /** Listens on the same address again, after `close`. */
  async reopen(): Promise<void> {
    await listen(this.server, Number(new URL(this.url).port));
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", this.url).pathname;
    if (this.misbehaviour.answer?.(path, response)) return;
    const body = await this.#bodyOf(path);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(body));
  }

  async #bodyOf(path: string): Promise<object> {
    switch (path) {
      case "/.well-known/openid-configuration":
        return {
          issuer: this.url,
          authorization_endpoint: `${this.url}/auth`,
          token_endpoint: `${this.url}/token`,
          jwks_uri: `${this.url}/jwks`,
          id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
          ...this.misbehaviour.configuration,
        };
      case "/jwks":
        return {
          keys: await Promise.all(
            this.#keys.map(async ({ kid, publicKey }) => ({
              ...(await exportJWK(publicKey)),
              kid,
              alg: "RS256",
              use: "sig",
            })),
          ),
        };
      case "/token":
        return {
          access_token: "access",
          token_type: "Bearer",
          id_token: await this.#idToken(),
        };
      default:
        return { error: "not_found" };
    }
  }

  async #idToken(): Promise<string | undefined> {
    const seconds = Math.floor(Date.now() / 1000);
    const claims: JWTPayload = {
      iss: this.url,
      aud: CLIENT.id,
      sub: "hostile",
      iat: seconds,
      exp: seconds + 300,
      nonce: this.nonce,
      email: "hana@company.com",
      email_verified: true,
      ...this.misbehaviour.claims,
    };
    return await (this.misbehaviour.sign ?? signed)(claims, this);
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

/** Signs correctly. */
export async function signed(claims: JWTPayload, { key }: HostileIssuer): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: key.kid })
    .sign(key.privateKey);
}

export const unsigned = (claims: JWTPayload) => new UnsecuredJWT(claims).encode();

/** Signs with the client secret, which the product also has. */
export async function signedWithSecret(claims: JWTPayload): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(CLIENT.secret));
}

/** Signs with a key that the issuer never published, under the id of a published one. */
export async function signedByStranger(
  claims: JWTPayload,
  { key }: HostileIssuer,
): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256");
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: key.kid })
    .sign(privateKey);
}
