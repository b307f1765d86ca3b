import { labProxy, type ProxyCounts, type ProxyEntry } from './lab-proxy.ts';
import { listenInside } from './listen-inside.ts';
import { hostRule } from './permitted-hosts.ts';

/** What a lab may reach of the network. */
export interface NetworkRight {
  /** As an environment lists them. */
  hosts: readonly string[];
  maxMegabytes: number;
  /** Of one connection. */
  maxSeconds: number;
}

export interface NetworkOptions {
  /** Addresses of a name; for tests. */
  resolve?: (host: string) => Promise<string[]>;
  /** Called with what the lab does in the network. */
  onEntry?: (entry: ProxyEntry) => void;
  /** Called once, when the lab has ended. */
  onEnd?: (counts: Readonly<ProxyCounts>) => void;
}

const MEGABYTE = 1_000_000;

/**
 * Opens the network of a sandbox: a proxy in this process that listens on the loopback of the sandbox.
 *
 * @param bubblewrap number of the process that holds the sandbox
 * @returns what closes it
 * @throws Error when this machine does not permit it
 */
export async function openNetwork(
  { hosts, maxMegabytes, maxSeconds }: NetworkRight,
  bubblewrap: number,
  { resolve, onEntry, onEnd }: NetworkOptions = {},
): Promise<() => void> {
  const proxy = labProxy({
    hosts: hosts.flatMap((entry) => hostRule(entry) ?? []),
    ...{ maxBytes: maxMegabytes * MEGABYTE, maxSeconds },
    onEntry: (entry) => onEntry?.(entry),
    ...(resolve === undefined ? {} : { resolve }),
  });
  const listener = await listenInside(bubblewrap, proxy.server);
  return () => {
    listener.close();
    proxy.close();
    onEnd?.(proxy.counts);
  };
}
