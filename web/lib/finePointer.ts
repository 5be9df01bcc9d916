/**
 * True on a device with a mouse or a touchpad. On other devices a field must not be focused
 * automatically, because the on-screen keyboard would cover the content.
 */
export function hasFinePointer(): boolean {
  return window.matchMedia("(pointer: fine)").matches;
}
