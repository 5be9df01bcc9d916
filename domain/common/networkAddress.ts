/**
 * Distinguishes public Internet addresses from loopback and private ones, to which user input must
 * not direct a server (SSRF; IANA special-purpose address registries).
 */

/** `[first address, prefix length]`. */
const RESERVED_V4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/**
 * True for an address on the public Internet.
 *
 * @param address IPv4 or IPv6 without brackets, as in URLs and DNS answers
 */
export function isPublicAddress(address: string): boolean {
  return address.includes(":") ? isPublicV6(address) : isPublicV4(address);
}

/** True for 127.0.0.0/8 and ::1. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || (V4.test(address) && address.startsWith("127."));
}

/** A network: all addresses equal to `first` except in the last `hostBits` bits. */
export type Network = {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly hostBits: bigint;
};

/** Parses networks separated by commas or spaces: `10.1.0.0/16, fd00::/8`. Skips invalid ones. */
export function parseNetworks(text: string): Network[] {
  return text.split(/[,\s]+/).flatMap((part) => {
    const [, address = "", prefix] = /^(.+)\/(\d{1,3})$/.exec(part) ?? [];
    const parsed = parseAddress(address);
    const hostBits = (parsed?.version === 4 ? 32 : 128) - Number(prefix);
    if (parsed === null || hostBits < 0) return [];
    return [{ version: parsed.version, first: parsed.bits, hostBits: BigInt(hostBits) }];
  });
}

/**
 * True if the address is in the network.
 *
 * @param address IPv4 or IPv6 without brackets, as in URLs and DNS answers
 */
export function isInNetwork(address: string, { version, first, hostBits }: Network): boolean {
  const parsed = parseAddress(address);
  return parsed?.version === version && parsed.bits >> hostBits === first >> hostBits;
}

/** Parses an address into a number; null if invalid. */
function parseAddress(text: string): { version: 4 | 6; bits: bigint } | null {
  if (V4.test(text)) {
    const isValid = text.split(".").every((part) => Number(part) < 256);
    return isValid ? { version: 4, bits: BigInt(toNumber(text)) } : null;
  }
  const [front = "", back, ...more] = text.split("::");
  const groupsIn = (part: string) => (part === "" ? [] : part.split(":"));
  const [head, tail] = [groupsIn(front), groupsIn(back ?? "")];
  const zeros = 8 - head.length - tail.length;
  if (more.length > 0 || (back === undefined ? zeros !== 0 : zeros < 1)) return null;
  const groups = [...head, ...Array<string>(zeros).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return {
    version: 6,
    bits: BigInt(`0x${groups.map((group) => group.padStart(4, "0")).join("")}`),
  };
}

function isPublicV4(address: string): boolean {
  if (!V4.test(address)) return false;
  const number = toNumber(address);
  return !RESERVED_V4.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) === Math.floor(toNumber(first) / size);
  });
}

const toNumber = (address: string) =>
  address.split(".").reduce((number, part) => number * 256 + Number(part), 0);

/**
 * Only 2000::/3 is routed on the IPv6 Internet. Of it, 2001::/23 and 2002::/16 embed IPv4
 * addresses, and 2001:db8::/32 and 3fff::/20 are reserved for documentation.
 */
function isPublicV6(address: string): boolean {
  const [first = "", second = ""] = address.toLowerCase().split(":");
  const [one, two] = [parseInt(first || "0", 16), parseInt(second || "0", 16)];
  if (one < 0x2000 || one > 0x3fff) return false;
  if (one === 0x2001) return two >= 0x200 && two !== 0xdb8;
  return one !== 0x2002 && !(one === 0x3fff && two < 0x1000);
}
