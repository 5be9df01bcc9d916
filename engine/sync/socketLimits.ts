const MIB = 1024 * 1024;

/** Amounts that a group of sockets may hold at the same time. */
export interface Allowance {
  /** Open sockets. */
  readonly sockets: number;
  /** Subscribed queries of these sockets, about 6 KB of memory each. */
  readonly subscriptions: number;
  /** Bytes in arguments, results and read sets of those queries (heldBytes in queryResult.ts). */
  readonly bytes: number;
}

export interface SocketLimits {
  readonly account: Allowance;
  readonly visitorsOfNetwork: Allowance;
  readonly visitorsOfSite: Allowance;
  readonly visitors: Allowance;
}

/**
 * Limits on sockets and their subscriptions, by the group that shares them. Measured in the app: a
 * tab has one socket with 8 to 25 subscriptions and up to 400 KB of results, or one subscription
 * before sign-in. A tab that shows 15,000 live rows has 150 subscriptions of 10 MB. Loopback counts
 * as a network like any other.
 */
export const SOCKET_LIMITS: SocketLimits = {
  /** One account on all its devices: room for six tabs with thousands of rows each. */
  account: { sockets: 100, subscriptions: 2_000, bytes: 128 * MIB },
  /**
   * Sockets from one network that are not signed in: in an office of 300 people, three signed-out
   * tabs each take 900. Every socket counts here between opening and authenticating, and after a
   * restart all of them do so at about the same time.
   */
  visitorsOfNetwork: { sockets: 1_500, subscriptions: 3_000, bytes: 32 * MIB },
  /** The same for 65,536 networks that may belong to one customer (siteOf in clientIp.ts). */
  visitorsOfSite: { sockets: 3_000, subscriptions: 6_000, bytes: 64 * MIB },
  /** All sockets that are not signed in: bounds the total memory used by many networks. */
  visitors: { sockets: 10_000, subscriptions: 30_000, bytes: 256 * MIB },
};

/** All sockets of one network, signed in or not: an office of 300 people with six tabs each. */
export const MAX_SOCKETS_PER_NETWORK = 2_000;

/** Subscriptions of one socket that is not signed in. More are refused. */
export const MAX_VISITOR_SUBSCRIPTIONS = 50;

/**
 * Queries in one socket's query set, including refused ones, which take about 100 bytes each. The
 * client of a larger set gets a FatalError.
 */
export const MAX_QUERIES = 4_096;
export const MAX_VISITOR_QUERIES = 200;

/**
 * A frame of at least this size waits for its socket's turn, because parsing it and subscribing may
 * take some milliseconds.
 */
export const LARGE_FRAME_BYTES = 4 * 1024;
