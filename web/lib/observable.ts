import { useSyncExternalStore } from "react";

/** Functions to call at each change. */
export class Listeners<Args extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>();

  get size(): number {
    return this.#listeners.size;
  }

  /** @returns unsubscribe */
  readonly add = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls the listeners of this moment: a listener may add or remove others. */
  notify(...args: Args): void {
    for (const listener of [...this.#listeners]) listener(...args);
  }
}

/** A value of the page that components read with `useObservable`. */
export class Observable<Value> {
  readonly #listeners = new Listeners();
  #value: Value;
  readonly subscribe = this.#listeners.add;

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  set(value: Value): void {
    this.#value = value;
    this.#listeners.notify();
  }
}

/** The present value. */
export function useObservable<Value>({ subscribe, get }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
