/**
 * The parts of Google Maps' API that @react-google-maps/api and the app use, without Google: a map
 * with a center and zoom, and overlays that render their content.
 */

type LatLng = { readonly lat: number; readonly lng: number };
type Box = { west: number; south: number; east: number; north: number };
type Options = { readonly center?: LatLng; readonly zoom?: number };
type Listener = { readonly event: string; readonly call: () => void };

/** Degrees that the map shows on each side of its center at zoom 0. */
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

  /** Fires `idle` after a move, like Google's map. */
  settle(): void {
    for (const event of ["bounds_changed", "idle"]) {
      for (const each of [...this.#listeners]) if (each.event === event) each.call();
    }
  }
}

/** Subclasses of `OverlayView` override the methods called here. */
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

/** The most recently opened map. */
export function openedMap(): FakeMap {
  const map = opened.at(-1);
  if (map === undefined) throw new Error("No map was opened");
  return map;
}

/** The global that Google's script defines. */
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
