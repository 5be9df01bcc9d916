/** An address with the parts that forms need. */
export interface Place {
  /** The address as displayed and stored: "Rua Augusta 12, São Paulo, Brazil". */
  address: string;
  city: string;
  country: string;
  /** Degrees. */
  lat: number;
  lng: number;
}

/** A suggested address. Its missing parts are fetched when it is chosen. */
export interface PlaceOffer {
  address: string;
  place: () => Promise<Place>;
}

/** A source of places: the embedded gazetteer, or Google Maps. */
export interface Places {
  /**
   * Loads the source's data once, as `search` and `nearest` also do. Rejects if it cannot be
   * reached.
   */
  load: () => Promise<unknown>;
  /** Finds addresses, most likely first; empty if no place matches. */
  search: (text: string) => Promise<PlaceOffer[]>;
  nearest: (lat: number, lng: number) => Promise<Place | null>;
}

/** Fields of a person's address, filled from a picked place. */
export function placeFields({ address, country, city, lat, lng }: Place) {
  return { userLocation: address, country, city, userLat: lat, userLng: lng };
}
