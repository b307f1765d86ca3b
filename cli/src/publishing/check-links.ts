import type { FoundLink } from '@academy/content/found-links';
import type { Finding } from '@academy/contract/findings';
import { askOutside, OutsideError, type OutsidePolicy } from '../public-hosts.ts';

const AT_ONCE = 4;
const TIMEOUT_MS = 10_000;
/** Pause between two requests to one host, ms. */
const PAUSE_MS = 500;

export interface LinkCheckSettings {
  pauseMs?: number;
  policy?: OutsidePolicy;
  /** True: no further address is requested. */
  stopped?: () => boolean;
}

/**
 * Checks whether addresses on other hosts still work: HEAD, then GET where HEAD is not supported; a few hosts at a
 * time, one request after the other to each.
 *
 * @returns why an address does not work, by address
 */
export async function checkLinks(
  addresses: ReadonlySet<string>,
  settings: LinkCheckSettings = {},
): Promise<Map<string, string>> {
  const { pauseMs = PAUSE_MS, policy, stopped = () => false } = settings;
  const byHost = Map.groupBy([...addresses].sort(), (address) => URL.parse(address)?.host ?? '');
  const broken = new Map<string, string>();
  const hosts = [...byHost.values()];
  const worker = async () => {
    for (let host = hosts.shift(); host !== undefined; host = hosts.shift()) {
      for (const [at, address] of host.entries()) {
        if (stopped()) return;
        if (at > 0) await new Promise((done) => setTimeout(done, pauseMs));
        const trouble = await troubleOf(address, policy);
        if (trouble !== null) broken.set(address, trouble);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return broken;
}

async function troubleOf(address: string, policy?: OutsidePolicy): Promise<string | null> {
  const ask = (method: 'HEAD' | 'GET') =>
    askOutside(address, { method, timeoutMs: TIMEOUT_MS, maxBytes: 0, ...(policy === undefined ? {} : { policy }) });
  try {
    let { status } = await ask('HEAD');
    if (status >= 400) status = (await ask('GET')).status;
    // A host that refuses robots says nothing about its pages.
    const isUnclear = status === 401 || status === 403 || status === 429;
    return status < 400 || isUnclear ? null : `its host answers ${status}`;
  } catch (error) {
    if (error instanceof OutsideError) return error.message;
    throw error;
  }
}

/** The findings of one item's links. */
export function brokenLinkFindings(links: readonly FoundLink[], broken: ReadonlyMap<string, string>): Finding[] {
  return links.flatMap(({ file, line, href }): Finding[] => {
    const why = broken.get(withoutFragment(href));
    if (why === undefined) return [];
    const message = `the link ${href.slice(0, 300)} leads nowhere: ${why}; mend or remove it`;
    return [{ file, line, severity: 'warning', code: 'link-broken', message }];
  });
}

/** The fragment is not sent to the host. */
export function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '');
}
