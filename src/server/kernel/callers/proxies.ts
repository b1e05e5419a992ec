import { BlockList, isIP } from 'node:net';

/** How many proxies stand in front, on this machine; or their addresses and networks, with commas; false: none. */
export type Proxies = false | number | string;

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
