import { randomBytes } from 'node:crypto';
import { type LabHost, type LabHostOptions, startLabHost } from '../lab-host.ts';

/** A lab host on this machine, in the process of the test. */
export const aLabHost = (options: Partial<LabHostOptions> = {}): Promise<LabHost> =>
  startLabHost({
    name: 'one',
    ...{ sessions: 8, minutes: 4, memoryMegabytes: 128, environments: null, packs: null },
    listen: { host: '127.0.0.1', port: 0 },
    secret: randomBytes(32).toString('base64url'),
    log: { info: () => {}, warn: () => {} },
    ...options,
  });
