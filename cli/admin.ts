import { api } from "../convex/_generated/api";
import type { DefaultFunctionArgs, FunctionReference } from "convex/server";
import { findAdminKey } from "./adminKey";
import { Client, noLogin, signedInClient } from "./client";
import type { Config } from "./config";
import { CliError } from "./errors";

/**
 * Client for an administrator's work, and who acts: a signed-in person, or the terminal with the
 * admin key.
 */
export type Admin = {
  readonly client: Client;
  readonly by: "person" | "terminal";
  /** What gives the right to act: "as helena@example.com", "with this computer's admin key". */
  readonly authority: string;
};

/**
 * Returns a client for an administrator's work: with SMS_ADMIN_KEY if set; else as the signed-in
 * admin, so that history names a person; else with the key in a local server's data folder, which
 * is how the first admin is made.
 */
export async function adminClient(config: Config, env = process.env): Promise<Admin> {
  const found = await findAdmin(config, env);
  if (found.client !== null) return found;
  const signIn = config.isSmsToken
    ? "SMS_TOKEN is not an admin's, or its session has ended. Set it to an admin's"
    : 'sign in as one with "sms login"';
  throw new CliError(
    `This needs an admin of ${config.url}: ${signIn}, or ${GIVE_KEY}. ${found.reason}`,
  );
}

/**
 * Returns a client for reading what `adminClient` changes: the same one, else the signed-in
 * person's, whose role decides what they see.
 */
export async function readerClient(config: Config, env = process.env): Promise<Admin> {
  const found = await findAdmin(config, env);
  if (found.client !== null) return found;
  if (config.refreshToken) {
    return { client: signedInClient(config), by: "person", authority: "as the signed-in person" };
  }
  throw new CliError(`${noLogin(config).message} Or ${GIVE_KEY}. ${found.reason}`);
}

/**
 * Returns the client that may administer, or the reason why no admin key was found as a last
 * resort.
 */
async function findAdmin(
  config: Config,
  env: NodeJS.ProcessEnv,
): Promise<Admin | { readonly client: null; readonly reason: string }> {
  // The person who set an API token does not mean to act as the deployment.
  if (!env["SMS_ADMIN_KEY"] && config.apiToken !== null) throw noLogin(config);
  if (!env["SMS_ADMIN_KEY"] && config.refreshToken) {
    const client = signedInClient(config);
    const viewer = await client.query(api.users.viewer, {}).catch((error: unknown) => {
      // An expired login must not prevent the use of the local admin key.
      if (error instanceof CliError && error.exitCode === 1) return null;
      throw error;
    });
    if (viewer?.role === "admin") {
      return { client, by: "person", authority: `as ${viewer.email}, who is signed in` };
    }
  }
  const search = await findAdminKey(config.url, env);
  if (search.adminKey === null) return { client: null, reason: search.reason };
  const key = env["SMS_ADMIN_KEY"] ? "the admin key in SMS_ADMIN_KEY" : "this computer's admin key";
  const client = new Client(config.url, { adminKey: search.adminKey });
  return { client, by: "terminal", authority: `with ${key}` };
}

/** Returns a client with the admin key, for functions that no signed-in person may call. */
export async function terminalClient(config: Config, env = process.env) {
  return new Client(config.url, { adminKey: await requireAdminKey(config, env) });
}

/** @throws CliError that says where the admin key was searched */
export async function requireAdminKey({ url }: Config, env = process.env): Promise<string> {
  const search = await findAdminKey(url, env);
  if (search.adminKey !== null) return search.adminKey;
  throw new CliError(`This needs the server's admin key: ${GIVE_KEY}. ${search.reason}`);
}

const GIVE_KEY =
  "set SMS_ADMIN_KEY to the server's key, or run it where the server's data folder is (SMS_DATA_DIR)";

/**
 * Returns the function variant for the actor. Each administrators' function has a variant for the
 * terminal, with the same arguments and result.
 */
export function functionFor<
  Type extends "query" | "mutation" | "action",
  Args extends DefaultFunctionArgs,
  Answer,
>(
  by: Admin["by"],
  asPerson: FunctionReference<Type, "public", Args, Answer>,
  fromTerminal: FunctionReference<Type, "internal", Args, Answer>,
): FunctionReference<Type, "public", Args, Answer> {
  return by === "person" ? asPerson : asTerminal(fromTerminal);
}

/**
 * Types an internal function as public: the client accepts only public functions, but the admin key
 * may call all of them.
 */
export function asTerminal<
  F extends FunctionReference<"query" | "mutation" | "action", "internal">,
>(reference: F) {
  return reference as unknown as FunctionReference<
    F["_type"],
    "public",
    F["_args"],
    F["_returnType"]
  >;
}
