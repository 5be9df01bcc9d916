/**
 * The time that a person is away, and who stands in for them. It gives nobody a right: whoever
 * sends something to the person is offered the stand-in (docs/product.md, "Away").
 */
export type Away = {
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms; the person is back from then on. */
  readonly until: number;
  /** E-mail. */
  readonly standIn: string;
};

/** True while the person is away. @param now epoch ms */
export function isAway(away: Away | undefined, now: number): away is Away {
  return away !== undefined && away.from <= now && now < away.until;
}
