import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** How many proxies stand in front, on this machine; or their addresses and networks, with commas; false: none. */
export type Proxies = false | number | string;

/**
 * How many proxies stand in front, the first on this machine, or their addresses with commas, each one or a network. Trusting
 * every proxy would be believing whatever address a caller writes down.
 */
export const trustProxy = z
  .string()
  .refine((text) => text === 'false' || /^\d$/.test(text) || text.split(',').every(isNetwork), {
    error: 'must be how many proxies stand in front, or their addresses with commas, such as 10.0.0.0/8',
  })
  .transform(
    (text): Proxies => (['false', '0'].includes(text) ? false : /^\d$/.test(text) ? Number(text) : text),
  );

export const listenAddress = z.string().refine((text) => isIP(text) !== 0, {
  error: 'must be an address of this machine, such as 127.0.0.1 or ::',
});

function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}

const thisMachine = '127.0.0.0/8, ::1';

/**
 * Whether the address at a hop is a proxy's, whose word is taken for who called it. Hop 0 is the other end of the socket. Where
 * proxies are counted the first of them is on this machine: whoever comes round it is no proxy, and believed in nothing.
 */
export function proxyTest(proxies: Proxies): (address: string, hop: number) => boolean {
  if (proxies === false) return () => false;
  const holds = networkTest(typeof proxies === 'number' ? thisMachine : proxies);
  if (typeof proxies === 'string') return holds;
  return (address, hop) => hop < proxies && (hop > 0 || holds(address));
}

/** Whether everybody who may be believed is on this machine. */
export function isOnThisMachine(proxies: number | string): boolean {
  if (typeof proxies === 'number') return true;
  const holds = networkTest(thisMachine);
  return proxies.split(',').every((named) => {
    const [address = '', bits] = named.trim().split('/');
    return holds(address) && (bits === undefined || Number(bits) >= (isIP(address) === 4 ? 8 : 128));
  });
}

function networkTest(networks: string): (address: string) => boolean {
  const list = new BlockList();
  for (const named of networks.split(',')) {
    const [address = '', bits] = named.trim().split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const [bare = ''] = address.split('%');
    return isIP(bare) !== 0 && list.check(bare, familyOf(bare));
  };
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
