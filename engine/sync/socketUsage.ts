import { formatSize } from "../values/limits";
import type { RotationPath } from "../commit/rotation";
import { MAX_VISITOR_SUBSCRIPTIONS, type Allowance } from "./socketLimits";
import type { SocketGroup, SocketOwner } from "./socketOwner";

type Amounts = { -readonly [resource in keyof Allowance]: number };

const RESOURCE_NAMES: { readonly [resource in keyof Allowance]: string } = {
  sockets: "connections",
  subscriptions: "live queries",
  bytes: "bytes in live queries",
};

/** Counts what the sockets of each group hold. Groups that hold nothing are removed. */
export class SocketUsage {
  readonly #used = new Map<string, Amounts>();

  /** Returns the sentence that refuses `owner` another socket; null when there is room. */
  socketRefusal(owner: SocketOwner): string | null {
    return this.#refusal(owner, { sockets: 1, subscriptions: 0, bytes: 0 });
  }

  /**
   * Counts `amounts` in all groups of `owner`, or in none.
   *
   * @returns the sentence that names the exceeded limit; null when the amounts were counted
   */
  take(owner: SocketOwner, amounts: Amounts): string | null {
    const refusal = this.#refusal(owner, amounts);
    if (refusal === null) this.add(owner, amounts);
    return refusal;
  }

  give(owner: SocketOwner, amounts: Amounts): void {
    this.add(owner, amounts, -1);
  }

  /** Counts `amounts` regardless of limits. */
  add({ groups }: SocketOwner, amounts: Amounts, sign: 1 | -1 = 1): void {
    for (const { key } of groups) {
      const used = this.#used.get(key) ?? { sockets: 0, subscriptions: 0, bytes: 0 };
      used.sockets += sign * amounts.sockets;
      used.subscriptions += sign * amounts.subscriptions;
      used.bytes += sign * amounts.bytes;
      if (used.sockets > 0) this.#used.set(key, used);
      else this.#used.delete(key);
    }
  }

  /** Number of groups that hold something. */
  get size(): number {
    return this.#used.size;
  }

  #refusal({ groups }: SocketOwner, amounts: Amounts): string | null {
    for (const group of groups) {
      const used = this.#used.get(group.key);
      for (const resource of ["sockets", "subscriptions", "bytes"] as const) {
        const isTooMuch = (used?.[resource] ?? 0) + amounts[resource] > group.allowance[resource];
        if (amounts[resource] > 0 && isTooMuch) return refusalOf(group, resource);
      }
    }
    return null;
  }
}

function refusalOf({ name, allowance, advice }: SocketGroup, resource: keyof Allowance): string {
  const limit = allowance[resource];
  const amount = resource === "bytes" ? formatSize(limit) : String(limit);
  return `Too many ${RESOURCE_NAMES[resource]} of ${name} (limit: ${amount}): ${advice}.`;
}

let sockets = 0;

/** One open socket's share of its owner's allowance. */
export class SocketShare {
  readonly #name = `socket ${++sockets}`;
  readonly #held: Amounts = { sockets: 1, subscriptions: 0, bytes: 0 };
  #owner: SocketOwner;
  #path: RotationPath;

  /** Counts the socket. The upgrade has already found room for it: `SocketUsage.socketRefusal`. */
  constructor(
    readonly usage: SocketUsage,
    owner: SocketOwner,
  ) {
    this.#owner = owner;
    this.#path = [...owner.path, this.#name];
    usage.add(owner, this.#held);
  }

  get isVisitor(): boolean {
    return this.#owner.isVisitor;
  }

  /** The socket's position in the rotation of turns. */
  get path(): RotationPath {
    return this.#path;
  }

  /**
   * Counts a subscription with `bytes` of arguments. @returns the sentence that refuses it, or null
   */
  subscribe(bytes: number): string | null {
    if (this.isVisitor && this.#held.subscriptions >= MAX_VISITOR_SUBSCRIPTIONS) {
      return `Too many live queries of a visitor who is not signed in (limit: ${MAX_VISITOR_SUBSCRIPTIONS}): sign in, then reload this page.`;
    }
    return this.#take({ sockets: 0, subscriptions: 1, bytes });
  }

  /** @param bytes held by the subscription, including its result */
  unsubscribe(bytes: number): void {
    this.#give({ sockets: 0, subscriptions: 1, bytes });
  }

  /**
   * Counts a result whose size differs by `bytes` from the previous one. @returns the sentence that
   * refuses it, or null
   */
  grow(bytes: number): string | null {
    return this.#take({ sockets: 0, subscriptions: 0, bytes });
  }

  /**
   * Moves everything the socket holds to another owner, or nothing. @returns the sentence that
   * refuses it, or null
   */
  moveTo(owner: SocketOwner): string | null {
    if (owner.groups[0]?.key === this.#owner.groups[0]?.key) return null;
    const refusal = this.usage.take(owner, this.#held);
    if (refusal !== null) return refusal;
    this.usage.give(this.#owner, this.#held);
    this.#owner = owner;
    this.#path = [...owner.path, this.#name];
    return null;
  }

  /** Releases everything the socket holds. Call it once. */
  close(): void {
    this.usage.give(this.#owner, this.#held);
  }

  #take(amounts: Amounts): string | null {
    const refusal = this.usage.take(this.#owner, amounts);
    if (refusal === null) this.#hold(amounts, 1);
    return refusal;
  }

  #give(amounts: Amounts): void {
    this.usage.give(this.#owner, amounts);
    this.#hold(amounts, -1);
  }

  #hold({ subscriptions, bytes }: Amounts, sign: 1 | -1): void {
    this.#held.subscriptions += sign * subscriptions;
    this.#held.bytes += sign * bytes;
  }
}
