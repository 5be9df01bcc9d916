/**
 * Tells public addresses of the Internet from those of this computer and of private networks, which
 * a server must not be sent to by what somebody typed (IANA special-purpose registries).
 */

/** `[first address, length of the prefix]`. */
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

/** @param address of IPv4 or IPv6 without brackets, as URLs and name servers write them */
export function isPublicAddress(address: string): boolean {
  return address.includes(":") ? isPublicV6(address) : isPublicV4(address);
}

/** True for 127.0.0.0/8 and ::1. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || (V4.test(address) && address.startsWith("127."));
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
 * IPv6 routes 2000::/3 only. In it, 2001::/23 and 2002::/16 lead to IPv4 addresses that are
 * written inside, and 2001:db8::/32 and 3fff::/20 are for examples.
 */
function isPublicV6(address: string): boolean {
  const [first = "", second = ""] = address.toLowerCase().split(":");
  const [one, two] = [parseInt(first || "0", 16), parseInt(second || "0", 16)];
  if (one < 0x2000 || one > 0x3fff) return false;
  if (one === 0x2001) return two >= 0x200 && two !== 0xdb8;
  return one !== 0x2002 && !(one === 0x3fff && two < 0x1000);
}
