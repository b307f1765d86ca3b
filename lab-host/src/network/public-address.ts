import { BlockList, isIP } from 'node:net';

/** Networks that are not public: this machine, private ones, metadata of clouds, documentation, multicast. */
const NOT_PUBLIC = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(net, bits, 'ipv4');
}
/** IPv6 with an embedded IPv4 address (Teredo, 6to4), and documentation. */
const NOT_PUBLIC_6 = new BlockList();
NOT_PUBLIC_6.addSubnet('2001::', 23, 'ipv6');
NOT_PUBLIC_6.addSubnet('2001:db8::', 32, 'ipv6');
NOT_PUBLIC_6.addSubnet('2002::', 16, 'ipv6');
NOT_PUBLIC_6.addSubnet('3fff::', 20, 'ipv6');
/** The part of IPv6 that is given to networks of the internet. */
const GLOBAL_6 = new BlockList();
GLOBAL_6.addSubnet('2000::', 3, 'ipv6');

/** True for an address that is reachable on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return family === 6 && GLOBAL_6.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6');
}
