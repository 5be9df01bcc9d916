/**
 * Google Maps' API as far as @react-google-maps/api and the app use it, without Google: a map that
 * knows where it looks, and overlays that show what they are given.
 */

type LatLng = { readonly lat: number; readonly lng: number };
type Box = { west: number; south: number; east: number; north: number };
type Options = { readonly center?: LatLng; readonly zoom?: number };
type Listener = { readonly event: string; readonly call: () => void };

/** Degrees that the map shows on each side of its centre at zoom 0. */
const HALF_WIDTH = 180;

class FakeMap {
  readonly #listeners = new Set<Listener>();
  readonly pane: HTMLElement;
  #centre: LatLng = { lat: 0, lng: 0 };
  #zoom = 0;

  constructor(element: HTMLElement, options: Options) {
    this.pane = element;
    this.setOptions(options);
    opened.push(this);
  }

  setOptions({ center, zoom }: Options): void {
    this.#centre = center ?? this.#centre;
    this.#zoom = zoom ?? this.#zoom;
  }

  setCenter(centre: LatLng): void {
    this.#centre = centre;
  }

  setZoom(zoom: number): void {
    this.#zoom = zoom;
  }

  getZoom(): number {
    return this.#zoom;
  }

  getCenter() {
    const { lat, lng } = this.#centre;
    return { lat: () => lat, lng: () => lng };
  }

  getBounds() {
    const half = HALF_WIDTH / 2 ** this.#zoom;
    const { lat, lng } = this.#centre;
    const box: Box = { west: lng - half, east: lng + half, south: lat - half, north: lat + half };
    return { toJSON: () => box };
  }

  listen(listener: Listener): { remove: () => void } {
    this.#listeners.add(listener);
    return { remove: () => this.#listeners.delete(listener) };
  }

  /** Tells that the map moved and stands still again, as Google's does. */
  settle(): void {
    for (const event of ["bounds_changed", "idle"]) {
      for (const each of [...this.#listeners]) if (each.event === event) each.call();
    }
  }
}

/** The methods that take their turn are those of whatever extends it. */
abstract class FakeOverlay {
  #map: FakeMap | null = null;
  abstract onAdd(): void;
  abstract onRemove(): void;
  abstract draw(): void;

  setMap(map: FakeMap | null): void {
    if (map === null) return this.onRemove();
    this.#map = map;
    this.onAdd();
    this.draw();
  }

  getPanes() {
    return { overlayMouseTarget: this.#map?.pane };
  }

  getProjection() {
    return { fromLatLngToDivPixel: () => ({ x: 0, y: 0 }) };
  }
}

class FakeLatLng {
  constructor(
    readonly lat: number,
    readonly lng: number,
  ) {}
}

const opened: FakeMap[] = [];

/** The map that was opened last. */
export function openedMap(): FakeMap {
  const map = opened.at(-1);
  if (map === undefined) throw new Error("No map was opened");
  return map;
}

/** The global that Google's script puts on the page. */
export const fakeGoogle = {
  maps: {
    Map: FakeMap,
    OverlayView: FakeOverlay,
    LatLng: FakeLatLng,
    event: {
      addListener: (map: FakeMap, event: string, call: () => void) => map.listen({ event, call }),
      removeListener: (listener: { remove: () => void }) => listener.remove(),
    },
  },
};
