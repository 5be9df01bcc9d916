/** `keyCode` of a key that an input method takes, also before its first and after its last one. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * True for a key that belongs to an input method (Japanese, Chinese, Korean, dead keys of macOS):
 * Enter chooses a word there, Escape drops it, digits and arrows pick from a list. Safari ends the
 * composition before it sends Enter, so `isComposing` alone is not enough.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD;
}
