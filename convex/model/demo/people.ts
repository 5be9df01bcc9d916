import type { Role } from "#domain/custody/workflow";

export type DemoPlace = {
  readonly city: string;
  readonly country: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
};

export const PLACES = {
  lisbon: { city: "Lisbon", country: "Portugal", lat: 38.7223, lng: -9.1393 },
  berlin: { city: "Berlin", country: "Germany", lat: 52.52, lng: 13.405 },
  saoPaulo: { city: "São Paulo", country: "Brazil", lat: -23.5505, lng: -46.6333 },
  manaus: { city: "Manaus", country: "Brazil", lat: -3.119, lng: -60.0217 },
  tokyo: { city: "Tokyo", country: "Japan", lat: 35.6762, lng: 139.6503 },
  bengaluru: { city: "Bengaluru", country: "India", lat: 12.9716, lng: 77.5946 },
  izmir: { city: "İzmir", country: "Türkiye", lat: 38.4237, lng: 27.1428 },
  johannesburg: { city: "Johannesburg", country: "South Africa", lat: -26.2041, lng: 28.0473 },
  guadalajara: { city: "Guadalajara", country: "Mexico", lat: 20.6597, lng: -103.3496 },
  lille: { city: "Villeneuve-d'Ascq", country: "France", lat: 50.6233, lng: 3.1447 },
  abidjan: { city: "Abidjan", country: "Côte d’Ivoire", lat: 5.36, lng: -4.0083 },
  austin: { city: "Austin", country: "United States", lat: 30.2672, lng: -97.7431 },
} as const satisfies Record<string, DemoPlace>;

export type DemoPerson = {
  /** Local part of the address; the company's domain is appended. */
  readonly name: string;
  readonly displayName: string;
  readonly role: Role;
  readonly supervisor: string;
  readonly place: DemoPlace;
  readonly phoneNumber: string;
};

/** A lab with four regions: an admin, two supervisors and their reports. All fictitious. */
// oxfmt-ignore
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { name: "helena.duarte", displayName: "Helena Duarte", role: "admin", supervisor: "ingrid.vogel", place: PLACES.lisbon, phoneNumber: "+351 21 555 0101" },
  { name: "ingrid.vogel", displayName: "Ingrid Vogel", role: "supervisor", supervisor: "helena.duarte", place: PLACES.berlin, phoneNumber: "+49 30 5550 0102" },
  { name: "marcos.andrade", displayName: "Marcos Andrade", role: "supervisor", supervisor: "helena.duarte", place: PLACES.saoPaulo, phoneNumber: "+55 11 95550 0103" },
  { name: "ana.lima", displayName: "Ana Lima", role: "user", supervisor: "marcos.andrade", place: PLACES.saoPaulo, phoneNumber: "+55 11 95550 0104" },
  { name: "bruno.costa", displayName: "Bruno Costa", role: "user", supervisor: "ingrid.vogel", place: PLACES.lisbon, phoneNumber: "+351 21 555 0105" },
  { name: "claire.moreau", displayName: "Claire Moreau", role: "user", supervisor: "ingrid.vogel", place: PLACES.lille, phoneNumber: "+33 3 55 50 01 06" },
  { name: "elif.kaya", displayName: "Elif Kaya", role: "user", supervisor: "ingrid.vogel", place: PLACES.izmir, phoneNumber: "+90 232 555 0107" },
  { name: "yuki.tanaka", displayName: "Yuki Tanaka", role: "user", supervisor: "ingrid.vogel", place: PLACES.tokyo, phoneNumber: "+81 3 5550 0108" },
  { name: "priya.nair", displayName: "Priya Nair", role: "user", supervisor: "ingrid.vogel", place: PLACES.bengaluru, phoneNumber: "+91 80 5550 0109" },
  { name: "luis.herrera", displayName: "Luis Herrera", role: "user", supervisor: "marcos.andrade", place: PLACES.guadalajara, phoneNumber: "+52 33 5550 0110" },
  { name: "rafael.souza", displayName: "Rafael Souza", role: "user", supervisor: "marcos.andrade", place: PLACES.manaus, phoneNumber: "+55 92 95550 0111" },
  { name: "thabo.nkosi", displayName: "Thabo Nkosi", role: "user", supervisor: "marcos.andrade", place: PLACES.johannesburg, phoneNumber: "+27 11 555 0112" },
];
