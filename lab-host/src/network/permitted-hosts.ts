import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The port of a host that is listed without one. */
const USUAL_PORT = 443;

/** One entry of an environment's list. */
export interface HostRule {
  /** In small letters: a name, an address without brackets, or the end of names with a dot before it. */
  host: string;
  port: number;
  isSuffix: boolean;
}

/** Parses `repo.example.org`, `repo.example.org:8443`, `*.example.org`, `10.0.0.5:8081`, `[fd00::5]:8081`. */
export function hostRule(entry: string): HostRule | null {
  const [, star = '', bracketed, plain, digits] =
    /^(\*\.)?(?:\[([\da-f:.]+)\]|([a-z\d](?:[\w.-]{0,251}[a-z\d])?))(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? [];
  const host = (bracketed ?? plain)?.toLowerCase();
  const port = digits === undefined ? USUAL_PORT : Number(digits);
  if (host === undefined || port < 1 || port > 65_535) return null;
  const isAddress = isIP(host) !== 0;
  if ((bracketed !== undefined && !isAddress) || (star !== '' && isAddress) || host.includes('..')) return null;
  return { host: star === '' ? host : `.${host}`, port, isSuffix: star !== '' };
}

/** Parses a host and port as requests name them; null for anything else. */
export function targetOf(authority: string, usualPort: number): { host: string; port: number } | null {
  const rule = hostRule(authority);
  if (rule === null || rule.isSuffix) return null;
  return { host: rule.host.replace(/\.$/, ''), port: /:\d+$/.test(authority.trim()) ? rule.port : usualPort };
}

/** Whether an environment lists a host and port. */
export function isListed(rules: readonly HostRule[], host: string, port: number): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return rules.some(
    (rule) => rule.port === port && (rule.isSuffix ? isIP(name) === 0 && name.endsWith(rule.host) : rule.host === name),
  );
}

/**
 * Whether a connection to an address is permitted, after the name was found in the list: a public address that is not
 * one of this machine, or one that is listed itself with this port.
 *
 * @param own addresses of this machine
 */
export function isReachable(
  rules: readonly HostRule[],
  address: string,
  port: number,
  own: readonly string[] = [],
): boolean {
  if (rules.some((rule) => !rule.isSuffix && rule.host === address.toLowerCase() && rule.port === port)) return true;
  return isPublicAddress(address) && !own.includes(address.toLowerCase());
}
