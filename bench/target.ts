/** A server under test as the load generator sees it: ours, or the hand-written baseline. */
export interface Target {
  readonly name: string;
  /**
   * Opens one connection that acts as `user`. Its promises resolve when the server acknowledges.
   *
   * @param onPage receives the first page of samples addressed to the user, now and after each
   *   change
   */
  act(user: string, onPage?: OnPage): Promise<Actor>;
}

export type OnPage = (sampleIds: readonly string[]) => void;

export interface Actor {
  transfer(sampleId: string, recipient: string): Promise<void>;
  acknowledge(sampleId: string): Promise<void>;
  close(): Promise<void> | void;
}

/** People of a seeded data folder. The first eight hold samples and write; the others watch. */
export const person = (index: number) => `bench${index}@company.com`;
