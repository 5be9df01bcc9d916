import type { MapArea } from "../map/mapAnswers";
import type { FeedPosition } from "./feed";
import type { MapStore } from "./mapStore";
import type { RowChange, StoreState, TableView } from "./rowStore";

/** Maps each method of `MapStore` that the worker answers to the arguments that the page sends. */
export type Questions = {
  window: { readonly view: TableView; readonly from: number; readonly before: number };
  ids: { readonly view: TableView };
  valueCounts: { readonly view: TableView; readonly field: string };
  positionOf: { readonly view: TableView; readonly id: string };
  rowsOf: { readonly ids: readonly string[] };
  mapped: { readonly view: TableView; readonly area: MapArea };
  places: { readonly view: TableView; readonly from: number; readonly before: number };
};

export type Question = {
  [Kind in keyof Questions]: { readonly kind: Kind } & Questions[Kind];
}[keyof Questions];

/** A message from a page to the worker that holds its copy of the table. */
export type PageMessage =
  /** The first message. `url`: the deployment's. */
  | { readonly kind: "open"; readonly url: string }
  /**
   * The second message: how to keep the copy in this browser. `key`: an AES-GCM key that cannot be
   * exported; `owner`: for `EncryptedTableStorage`. Null: nothing is kept, nor read.
   */
  | {
      readonly kind: "keep";
      readonly kept: { readonly key: CryptoKey; readonly owner: string } | null;
    }
  /** The person's access token; another one every few minutes. */
  | { readonly kind: "token"; readonly token: string | null }
  | { readonly kind: "follow"; readonly position: FeedPosition }
  | { readonly kind: "ask"; readonly id: number; readonly question: Question }
  /** Cancels the question of this id: nobody on the page waits for its answer any more. */
  | { readonly kind: "withdraw"; readonly id: number };

/**
 * A message from the worker to the page. A state comes before the answers and changes of its
 * version.
 */
export type WorkerMessage<Row> =
  | { readonly kind: "state"; readonly state: StoreState }
  | { readonly kind: "changes"; readonly changes: readonly RowChange<Row>[] }
  | { readonly kind: "answer"; readonly id: number; readonly answer: object }
  /** The question was one that the table cannot answer: a bug of the page. */
  | { readonly kind: "failure"; readonly id: number; readonly message: string };

/** The answer to a question of `kind`. */
export type AnswerTo<
  Row extends { _id: string; _creationTime: number },
  Kind extends keyof Questions,
> = Awaited<ReturnType<MapStore<Row>[Kind]>>;
