import { createGazetteer } from "@/lib/gazetteer";

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

/** Whoever knows the world: the embedded gazetteer here, a maps service elsewhere. */
export interface Places {
  /** Likeliest first; empty when nothing is known by that text. */
  search: (text: string) => Promise<Place[]>;
  nearest: (lat: number, lng: number) => Promise<Place | null>;
}

/** Chosen once, here. The gazetteer is a file of our own: no request leaves the origin. */
export const places: Places = createGazetteer(async () => {
  const response = await fetch("/gazetteer.txt");
  if (!response.ok) throw new Error(`gazetteer.txt: ${response.status}`);
  return response.text();
});
