/**
 * The hand-written store reads, checks and writes the same data as a hand-over of our product, and
 * no more. Each list entry serves a screen of the product. Entries that only some samples need,
 * such as an awaited recipient's, are written only for those samples, which a general engine cannot
 * know.
 */
import { open } from "lmdb";

const PAGE = 50;

export interface BaselineUser {
  email: string;
  displayName: string;
  supervisor: string;
  isDisabled: boolean;
  country: string;
  city: string;
  userLocation: string;
  userLat: number;
  userLng: number;
}

export interface BaselineSample {
  id: string;
  status: "Registered" | "In Transit" | "In Use";
  samplmanag: string;
  samplmanagname: string;
  supervisor: string;
  inTransitTo: string | null;
  inTransitToSuper: string | null;
  listDate: number;
  [field: string]: string | number | null;
}

type Entry = (string | number)[];

export class BaselineStore {
  readonly #root;
  readonly #users;
  /** Session id -> e-mail. */
  readonly #sessions;
  readonly #samples;
  /** [sample id, instant] -> record. */
  readonly #history;
  readonly #counters;
  /** Ordered entries: lists of samples, lists of history records, processed transactions. */
  readonly #entries;

  constructor(path: string) {
    this.#root = open({ path, overlappingSync: true, maxDbs: 8 });
    this.#users = this.#root.openDB<BaselineUser, string>({ name: "users" });
    this.#sessions = this.#root.openDB<string, string>({ name: "sessions" });
    this.#samples = this.#root.openDB<BaselineSample, string>({ name: "samples" });
    this.#history = this.#root.openDB<object, [string, number]>({ name: "history" });
    this.#counters = this.#root.openDB<number, string>({ name: "counters" });
    this.#entries = this.#root.openDB<string, Entry>({ name: "entries" });
  }

  /** Resolves when every write so far is on disk. */
  get flushed() {
    return this.#root.flushed;
  }

  seed(users: readonly BaselineUser[], samples: readonly BaselineSample[]) {
    this.#root.transactionSync(() => {
      for (const user of users) {
        void this.#users.put(user.email, user);
        void this.#sessions.put(sessionOf(user.email), user.email);
      }
      for (const sample of samples) this.#put(undefined, sample);
    });
  }

  /** Returns the first page of samples in transit to the user of `session`. */
  firstPage(session: string): BaselineSample[] {
    const key = ["pending", this.#signedIn(session).email, "In Transit"];
    const range = { start: [...key, Infinity], end: [...key, 0], reverse: true, limit: PAGE };
    const page: BaselineSample[] = [];
    for (const { value } of this.#entries.getRange(range)) {
      const sample = this.#samples.get(value);
      if (sample) page.push(sample);
    }
    return page;
  }

  /**
   * @returns e-mails of the people whose list of awaited samples changed
   * @throws Error with the refusal's text
   */
  transfer(session: string, id: string, to: string, transactionId: string): string[] {
    return this.#root.transactionSync(() => {
      const actor = this.#signedIn(session);
      const before = this.#unrepeated(id, transactionId);
      if (before.status === "In Transit") throw new Error(`Sample is ${before.status}`);
      if (before.samplmanag !== actor.email) throw new Error("Sample is somebody else's");
      const recipient = this.#users.get(to);
      if (!recipient || recipient.isDisabled) throw new Error("Recipient does not exist!");
      if (to === before.samplmanag) throw new Error("Recipient holds the sample");
      const { supervisor, country, city } = recipient;
      if (!supervisor || !country || !city) throw new Error("Recipient's profile is incomplete");
      const now = Date.now();
      const asked = { inTransitTo: to, inTransitToSuper: supervisor, inTransitDate: now };
      const after = { ...before, ...asked, status: "In Transit" as const, listDate: now };
      this.#step("Transfer", actor, before, after, transactionId);
      return [to];
    });
  }

  /** Receives a sample. Returns and throws like `transfer`. */
  acknowledge(session: string, id: string, transactionId: string): string[] {
    return this.#root.transactionSync(() => {
      const actor = this.#signedIn(session);
      const before = this.#unrepeated(id, transactionId);
      if (before.inTransitTo !== actor.email) throw new Error("Sample is not in transit to you");
      const { email, displayName, supervisor, city, country, ...place } = actor;
      const now = Date.now();
      const after = {
        ...before,
        city,
        country,
        userLocation: place.userLocation,
        location: place.userLocation,
        userLat: place.userLat,
        userLng: place.userLng,
        lat: place.userLat,
        lng: place.userLng,
        samplmanag: email,
        samplmanagname: displayName,
        supervisor,
        lastmanag: before.samplmanag,
        inTransitTo: null,
        inTransitToSuper: null,
        status: "In Use" as const,
        inUseDate: now,
        listDate: now,
      };
      this.#step("In Use", actor, before, after, transactionId);
      return [email];
    });
  }

  #signedIn(session: string): BaselineUser {
    const user = this.#users.get(this.#sessions.get(session) ?? "");
    if (!user || user.isDisabled) throw new Error("Not signed in");
    return user;
  }

  #unrepeated(id: string, transactionId: string): BaselineSample {
    if (this.#entries.doesExist(["transaction", transactionId])) {
      throw new Error("This transaction was already processed!");
    }
    const sample = this.#samples.get(id);
    if (!sample) throw new Error("Sample does not exist!");
    return sample;
  }

  #step(
    action: string,
    actor: BaselineUser,
    before: BaselineSample,
    after: BaselineSample,
    transactionId: string,
  ) {
    this.#put(before, after);
    const { id, samplmanag, supervisor, listDate: at } = after;
    const { country, city, customers, brand, model, serialNumber, imei1, imei2, status } = after;
    void this.#history.put([id, at], {
      action,
      actiondate: at,
      email: actor.email,
      transactionId,
      recipient: after.inTransitTo,
      status,
      samplmanag,
      lastmanag: after.lastmanag,
      supervisor,
      country,
      city,
      customers,
      brand,
      model,
      serialNumber,
      imei1,
      imei2,
    });
    void this.#entries.put(["history", at, id], id);
    void this.#entries.put(["history of manager", samplmanag, at, id], id);
    void this.#entries.put(["history of supervisor", supervisor, at, id], id);
    void this.#entries.put(["transaction", transactionId], id);
  }

  #put(before: BaselineSample | undefined, after: BaselineSample) {
    if (before) {
      for (const entry of listEntries(before)) void this.#entries.remove(entry);
      this.#count(before, -1);
    }
    for (const entry of listEntries(after)) void this.#entries.put(entry, after.id);
    this.#count(after, 1);
    void this.#samples.put(after.id, after);
  }

  #count({ samplmanag, status }: BaselineSample, by: number) {
    for (const key of [`${samplmanag}:${status}`, `all:${status}`]) {
      void this.#counters.put(key, (this.#counters.get(key) ?? 0) + by);
    }
  }
}

/**
 * Returns a sample's entries in the lists of admins, its holder, their supervisor and an awaited
 * recipient.
 */
function listEntries({ id, status, listDate, ...sample }: BaselineSample): Entry[] {
  const order = [status, listDate, id];
  const entries: Entry[] = [
    ["all", ...order],
    ["holder", sample.samplmanag, ...order],
    ["supervisor", sample.supervisor, ...order],
  ];
  if (sample.inTransitTo) entries.push(["pending", sample.inTransitTo, ...order]);
  if (status === "Registered") entries.push(["registrant", String(sample.registeredby), ...order]);
  return entries;
}

/** Returns the session id of a person; the seed signs everyone in. */
export const sessionOf = (email: string) => `session of ${email}`;
