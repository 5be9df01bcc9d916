const MIB = 1024 * 1024;

/** Amounts that a group of sockets may hold at the same time. */
export interface Allowance {
  /** Open sockets. */
  readonly sockets: number;
  /** Queries that the sockets subscribe to, some 6 KB of memory each. */
  readonly subscriptions: number;
  /** Arguments, results and read sets of those queries (heldBytes in queryResult.ts). */
  readonly bytes: number;
}

export interface SocketLimits {
  readonly account: Allowance;
  readonly visitorsOfNetwork: Allowance;
  readonly visitorsOfSite: Allowance;
  readonly visitors: Allowance;
}

/**
 * Limits of sockets and their subscriptions, by the group that shares them. Measured in the app's
 * tabs: one socket each, with 8 to 25 subscriptions and up to 400 KB of results; one before
 * sign-in. A tab that shows 15,000 rows live has 150, of 10 MB. Loopback is a network like others.
 */
export const SOCKET_LIMITS: SocketLimits = {
  /** One account on all its devices. Room for six tabs with thousands of rows each. */
  account: { sockets: 100, subscriptions: 2_000, bytes: 128 * MIB },
  /**
   * The sockets of one network that are not signed in: three signed-out tabs of each of 300 people
   * in an office take 900 sockets. Every socket counts here for the moment between opening and
   * authenticating, and after a restart all do at about the same time.
   */
  visitorsOfNetwork: { sockets: 1_500, subscriptions: 3_000, bytes: 32 * MIB },
  /** The same for 65,536 networks that may belong to one customer (siteOf in clientIp.ts). */
  visitorsOfSite: { sockets: 3_000, subscriptions: 6_000, bytes: 64 * MIB },
  /** All sockets that are not signed in: bounds the memory that many networks take together. */
  visitors: { sockets: 10_000, subscriptions: 30_000, bytes: 256 * MIB },
};

/** All sockets of one network, signed in or not: an office of 300 people, six tabs each. */
export const MAX_SOCKETS_PER_NETWORK = 2_000;

/** Subscriptions of one socket that is not signed in. Further ones are refused. */
export const MAX_VISITOR_SUBSCRIPTIONS = 50;

/**
 * Queries in one socket's query set, refused ones included, which are remembered, too: some 100
 * bytes each. The client of a larger set is told a FatalError.
 */
export const MAX_QUERIES = 4_096;
export const MAX_VISITOR_QUERIES = 200;

/**
 * A frame from this size on, whose parsing and subscriptions may take some milliseconds, waits for
 * its socket's turn.
 */
export const LARGE_FRAME_BYTES = 4 * 1024;
