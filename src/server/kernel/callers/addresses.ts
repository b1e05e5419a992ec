import { isIPv6 } from 'node:net';

/** Of an IPv6 address, the 64 bits that a household or a server is given; the rest its holder makes up at will. */
const groupsOfNetwork = 4;

/**
 * Whom tries from an address are counted for: an IPv4 address as it is, also one written as IPv6, of IPv6 its network of 64
 * bits. What is neither is itself, and whoever hung up before it was asked is nobody.
 */
export function networkOf(address: string | undefined): string {
  const [bare = ''] = (address ?? '').split('%');
  if (!isIPv6(bare)) return bare;
  const mapped = /^(?:0*:)*:?(?:0+:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped?.[1]) return mapped[1];
  const [left = '', right] = bare.split('::');
  const groups = left === '' ? [] : left.split(':');
  const rest = right ? right.split(':') : [];
  // An IPv4 tail takes the place of two groups, and stands beyond the network.
  const missing = right === undefined ? 0 : 8 - groups.length - rest.length - (bare.includes('.') ? 1 : 0);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...rest];
  const network = all.slice(0, groupsOfNetwork).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
