/** What the load generator asks of a server under test: ours, or the hand-written baseline. */
export interface Target {
  readonly name: string;
  /** Opens one connection that keeps `user`'s first page of samples addressed to them live. */
  watch(user: string, onPage: (sampleIds: readonly string[]) => void): Promise<Closable>;
  /** Opens one connection that acts as `user`. Its promises resolve when the server acknowledged. */
  act(user: string): Promise<Actor>;
}

export interface Actor extends Closable {
  transfer(sampleId: string, recipient: string): Promise<void>;
  acknowledge(sampleId: string): Promise<void>;
}

export interface Closable {
  close(): Promise<void> | void;
}

/** People of a seeded data folder. The first eight hold samples and write; the rest watch. */
export const person = (index: number) => `bench${index}@company.com`;
