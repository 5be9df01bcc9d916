/** True for valid coordinates, in degrees. False for NaN. */
export function isOnEarth(lat: number, lng: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}
