import { BlockList, isIP } from 'node:net';

/** Whether a text is an address or a network: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** @returns whether an address lies in one of the networks */
export function networksOf(networks: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    // Servers that listen on both families report IPv4 addresses in the form of IPv6.
    const bare = address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
    return known.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
  };
}
