import type { ConvexReactClient } from "convex/react";
import type { FunctionReference, FunctionReturnType } from "convex/server";
import type { Role } from "#domain/custody/workflow";

/**
 * A person of a test: verified, with a session, and with a profile complete enough to receive
 * anything.
 */
export type Person = {
  readonly email: string;
  readonly role: Role;
  /** Default: supervisor@company.com */
  readonly supervisor?: string;
  /** Default: Lisbon */
  readonly city?: string;
};

type Visibility = "public" | "internal";

/** Calls functions as one person; refusals arrive as `ConvexError`. */
export interface Caller {
  query<Query extends FunctionReference<"query", Visibility>>(
    query: Query,
    args: Query["_args"],
  ): Promise<FunctionReturnType<Query>>;
  mutation<Mutation extends FunctionReference<"mutation", Visibility>>(
    mutation: Mutation,
    args: Mutation["_args"],
  ): Promise<FunctionReturnType<Mutation>>;
}

/**
 * Runs the product's functions, for suites that run in several environments: convex-test
 * (convexBackend.ts) and the embedded deployment. Both also deploy the functions of
 * tests/support/functions/ as the module `testing`.
 */
export interface Backend {
  /** Creates people, for `as`. */
  addPeople(people: readonly Person[]): Promise<void>;
  as(email: string): Caller;
  /** May call internal functions. */
  readonly admin: Caller & {
    action<Action extends FunctionReference<"action", Visibility>>(
      action: Action,
      args: Action["_args"],
    ): Promise<FunctionReturnType<Action>>;
  };
  close(): Promise<void>;

  /** Opens a client with a socket, as a page does; undefined without sockets. */
  connect?(email: string): ConvexReactClient;

  // With a data folder:
  /** Stops and starts the deployment; sessions survive. */
  restart?(): Promise<void>;
  backup?(): Promise<void>;
  /** Restores the latest backup. @returns false if there is none */
  restore?(): Promise<boolean>;
}
