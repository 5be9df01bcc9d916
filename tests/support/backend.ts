import type { ConvexReactClient } from "convex/react";
import type { FunctionReference, FunctionReturnType } from "convex/server";
import type { Role } from "#domain/custody/workflow";

/** Somebody for a test: verified, with a session, and complete enough to receive anything. */
export type Person = {
  readonly email: string;
  readonly role: Role;
  /** Default: supervisor@company.com */
  readonly supervisor?: string;
  /** Default: Lisbon */
  readonly city?: string;
};

type Visibility = "public" | "internal";

/** Somebody who calls functions; refusals arrive as `ConvexError`. */
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
 * A home of the product's functions, for suites that run in each of them: convex-test
 * (convexBackend.ts) and the embedded deployment. The functions of tests/support/functions/ are
 * deployed there too, as the module `testing`.
 */
export interface Backend {
  /** Makes people, so that `as` knows them. */
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

  /** Opens a client with a socket, as a page has, where there are sockets. */
  connect?(email: string): ConvexReactClient;

  // Where there is a data folder:
  /** Stops and starts the deployment; people stay signed in. */
  restart?(): Promise<void>;
  backup?(): Promise<void>;
  /** Goes back to the latest backup. @returns false when there is none */
  restore?(): Promise<boolean>;
}
