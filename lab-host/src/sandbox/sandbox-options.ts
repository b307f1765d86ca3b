import { randomUUID } from 'node:crypto';
import type { LabSurroundings } from '../environments/environment-registry.ts';
import { openNetwork } from '../network/lab-network.ts';
import type { ProxyCounts, ProxyEntry } from '../network/lab-proxy.ts';
import type { MemoryGroups } from './memory-group.ts';
import type { SandboxOptions } from './sandbox.ts';

const MEGABYTE = 1024 * 1024;

interface OptionTerms {
  groups: MemoryGroups;
  /** Memory of a lab whose environment names none, files included. */
  memoryMegabytes: number;
  /** Called for each connection to the network, and with all of them together when the sandbox has ended. */
  onNetwork: (what: ProxyEntry | Readonly<ProxyCounts>) => void;
}

/** Options of a new sandbox in an environment; each sandbox needs its own. */
export function sandboxOptionsIn(
  { view, limits, network }: LabSurroundings,
  { groups, memoryMegabytes, onNetwork }: OptionTerms,
): SandboxOptions {
  const memory = limits.memoryMegabytes ?? memoryMegabytes;
  const events = { onEntry: onNetwork, onEnd: onNetwork };
  return {
    view,
    homeBytes: Math.floor((limits.homeMegabytes ?? memory / 2) * MEGABYTE),
    group: groups.make(randomUUID(), memory * MEGABYTE),
    openNetwork: network === null ? null : (bubblewrap) => openNetwork(network, bubblewrap, events),
  };
}
