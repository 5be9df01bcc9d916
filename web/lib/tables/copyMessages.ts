import type { FeedPosition } from "./feed";
import type { Question, RowChange, StoreState } from "./rowStore";

/** A message from a page to the worker that holds its replica. */
export type PageMessage =
  /** The first message. `url`: the deployment's. */
  | { readonly kind: "open"; readonly url: string }
  /**
   * The second message: how to store the replica in this browser. `key`: a non-extractable AES-GCM
   * key; `owner`: for `EncryptedTableStorage`. Null: nothing is stored or read.
   */
  | {
      readonly kind: "keep";
      readonly kept: { readonly key: CryptoKey; readonly owner: string } | null;
    }
  /** The user's access token; renewed every few minutes. */
  | { readonly kind: "token"; readonly token: string | null }
  | { readonly kind: "follow"; readonly position: FeedPosition }
  | { readonly kind: "ask"; readonly id: number; readonly question: Question }
  /** Cancels the question with this id, whose answer the page no longer needs. */
  | { readonly kind: "withdraw"; readonly id: number };

/**
 * A message from the worker to the page. A state precedes the answers and changes of its version.
 */
export type WorkerMessage<Row> =
  | { readonly kind: "state"; readonly state: StoreState }
  | { readonly kind: "changes"; readonly changes: readonly RowChange<Row>[] }
  | { readonly kind: "answer"; readonly id: number; readonly answer: object }
  /** The table cannot answer the question, which is a bug of the page. */
  | { readonly kind: "failure"; readonly id: number; readonly message: string };
