/**
 * True on a device with a mouse or a touchpad. On others a field must not take the focus by itself,
 * because the keyboard on the screen would cover what the person came for.
 */
export function hasFinePointer(): boolean {
  return window.matchMedia("(pointer: fine)").matches;
}
