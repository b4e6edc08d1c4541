/**
 * The prefixes that limits count. One subscriber holds at least an IPv6 /64, often a /56, an organisation a /48, so a
 * limit per single address would limit nothing; IPv4 addresses are rented by the /24.
 */
export interface AddressPrefixes {
  /** The IPv6 /64 or the IPv4 address. */
  own: string;
  /** The IPv6 /56 or the IPv4 /24. */
  wide: string | null;
  /** The IPv6 /48. */
  widest: string | null;
}

const IPV4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/i;

function ipv4Prefixes(bytes: string[]): AddressPrefixes {
  const [a, b, c, d] = bytes.map(Number);
  return { own: `${a}.${b}.${c}.${d}`, wide: `${a}.${b}.${c}.0/24`, widest: null };
}

/** Returns the first four groups, null for a text that is no IPv6 address. */
function networkGroups(address: string): number[] | null {
  const halves = address.split("::");
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(Math.max(0, missing)).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
}

/** A text that is no IP address counts by itself. */
export function addressPrefixes(address: string): AddressPrefixes {
  const [, ...bytes] = IPV4.exec(address) ?? [];
  if (bytes.length > 0) return ipv4Prefixes(bytes);
  const groups = networkGroups(address);
  if (!groups) return { own: address, wide: null, widest: null };
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const network = (bits: number, ...kept: number[]) =>
    `${kept.map((group) => group.toString(16)).join(":")}::/${bits}`;
  return {
    own: network(64, a, b, c, d),
    wide: network(56, a, b, c, d & 0xff00),
    widest: network(48, a, b, c),
  };
}
