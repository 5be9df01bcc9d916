/** An address with the parts that forms need. */
export interface Place {
  /** As it is shown and stored: "Rua Augusta 12, São Paulo, Brazil". */
  address: string;
  city: string;
  country: string;
  /** Degrees. */
  lat: number;
  lng: number;
}

/** An address on offer. What is not known of it yet is fetched once it was chosen. */
export interface PlaceOffer {
  address: string;
  place: () => Promise<Place>;
}

/** Whoever knows the world: the embedded gazetteer, or Google Maps. */
export interface Places {
  /** Loads what the answers come from, once; the others load it as well. Rejects when it is out of reach. */
  load: () => Promise<unknown>;
  /** Likeliest first; empty when nothing is known by that text. */
  search: (text: string) => Promise<PlaceOffer[]>;
  nearest: (lat: number, lng: number) => Promise<Place | null>;
}
