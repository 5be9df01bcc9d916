/** A Convex feature that this deployment lacks; see engine/README.md, "What is refused". */
export class Unsupported extends Error {
  override readonly name = "Unsupported";

  /** @param where the table, file or call that uses it */
  constructor(feature: string, where: string) {
    super(
      `The embedded deployment does not support ${feature} (used by ${where}). Deploy to Convex Cloud or self-hosted Convex for that.`,
    );
  }
}
