import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Counter, Gauge, type Registry } from 'prom-client';
import { freeBytes } from '../db/disk-space.ts';
import { PROVIDER_CHANNEL, type ProviderRequest } from '../identity/provider-fetch.ts';
import { certificateEnd } from './tls-certificates.ts';

/** Certificates are looked at again after this, ms. */
const CERTIFICATES_FOR_MS = 3_600_000;

/** What a server depends on and does not hold itself. */
export interface Surroundings {
  dataFolder: string;
  /** Public addresses of the academies and of the log-in; those without TLS have no certificate. */
  origins: readonly string[];
}

/** Figures about the disk of the data folder and the certificates that readers get. */
export function addSurroundings(registry: Registry, { dataFolder, origins }: Surroundings): void {
  const registers = [registry];
  new Gauge({
    name: 'academy_disk_free_bytes',
    help: 'Free space on the disk of the data folder.',
    registers,
    collect() {
      try {
        this.set(freeBytes(dataFolder));
      } catch {
        // The folder is made by the first start.
        this.remove();
      }
    },
  });
  const hosts = new Map(
    origins.filter((origin) => origin.startsWith('https:')).map((origin) => [new URL(origin).host, origin]),
  );
  let lookedAt = Number.NEGATIVE_INFINITY;
  const ends = new Map<string, number | null>();
  const look = async () => {
    lookedAt = performance.now();
    await Promise.all([...hosts].map(async ([host, origin]) => ends.set(host, await certificateEnd(origin))));
  };
  new Gauge({
    name: 'academy_certificate_end_timestamp_seconds',
    help: 'When the certificate ends that readers get at a host; left out while the host does not answer this server.',
    labelNames: ['host'],
    registers,
    collect() {
      // Collectors do not wait for other hosts: the next ones get what is found.
      if (performance.now() - lookedAt > CERTIFICATES_FOR_MS) void look();
      this.reset();
      for (const [host, end] of ends) if (end !== null) this.set({ host }, end / 1000);
    },
  });
}

/** Counts requests to the external identity provider. @returns a function that ends that */
export function countProviderRequests(registry: Registry): () => void {
  const requests = new Counter({
    name: 'academy_provider_requests_total',
    help: 'Requests to the external identity provider: done, refused by it, or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const hear = (message: unknown) => requests.inc({ outcome: (message as ProviderRequest).outcome });
  subscribe(PROVIDER_CHANNEL, hear);
  return () => void unsubscribe(PROVIDER_CHANNEL, hear);
}
