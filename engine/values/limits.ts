/** The transaction, document or argument passed one of the real backend's limits. */
export class LimitExceeded extends Error {
  override readonly name = "LimitExceeded";
}
