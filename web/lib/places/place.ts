/** An address with the parts that forms need. */
export interface Place {
  /** The address as it is shown and stored: "Rua Augusta 12, São Paulo, Brazil". */
  address: string;
  city: string;
  country: string;
  /** Degrees. */
  lat: number;
  lng: number;
}

/** An address on offer. Its missing parts are fetched once it was chosen. */
export interface PlaceOffer {
  address: string;
  place: () => Promise<Place>;
}

/** A source of places: the embedded gazetteer, or Google Maps. */
export interface Places {
  /**
   * Loads the data that the answers come from, once; `search` and `nearest` do so as well. Rejects
   * when it is out of reach.
   */
  load: () => Promise<unknown>;
  /** Finds addresses, likeliest first; empty when no place has such a name. */
  search: (text: string) => Promise<PlaceOffer[]>;
  nearest: (lat: number, lng: number) => Promise<Place | null>;
}
