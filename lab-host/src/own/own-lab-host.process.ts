import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentTroubles } from '../environments/environments-folder.ts';
import { hostLog } from '../host-log.ts';
import { pagesTrouble, sandboxTrouble } from '../host-trouble.ts';
import { startLabHost } from '../lab-host.ts';
import { memoryGroups } from '../sandbox/memory-group.ts';
import {
  fingerprintOf,
  type OwnHostRecord,
  type OwnHostStart,
  type OwnHostWords,
  recordsFolder,
} from './own-lab-hosts.ts';

/*
 * The lab host of a server on the same machine. It gets its terms as a message, and writes where it listens into the data
 * folder. It goes on without the server, so that labs outlive a restart; after some minutes without any it ends.
 */

/** Without a server that asks for something it ends its labs after this time, ms. */
const ALONE_MS = 5 * 60_000;
const LOOK_MS = 1_000;
/** The last reply is sent within this time, ms. */
const LAST_REPLY_MS = 250;

const say = (words: OwnHostWords) => process.send?.(words);

process.once('message', (start: OwnHostStart) => void run(start));

async function run({ terms, identity }: OwnHostStart): Promise<void> {
  const { dataFolder, environments } = terms;
  const missing = await sandboxTrouble(dataFolder);
  if (missing !== null) {
    say(missing);
    process.exitCode = 1;
    process.disconnect?.();
    return;
  }
  const host = await startLabHost({
    ...terms,
    name: 'own',
    listen: { host: '127.0.0.1', port: 0 },
    secret: randomBytes(32).toString('base64url'),
    environments: { ...environments, secret: [dataFolder] },
    packs: join(dataFolder, 'lab-files'),
    log: hostLog(),
    onClosed: () => setTimeout(end, LAST_REPLY_MS),
  });
  const { hostId, place } = host;
  const file = join(recordsFolder(dataFolder), `${hostId}.json`);
  const record: OwnHostRecord = {
    hostId,
    address: place.address,
    secret: place.secret,
    process: process.pid,
    identity,
    terms: fingerprintOf(terms),
  };

  async function end(): Promise<void> {
    rmSync(file, { force: true });
    await host.close();
    process.exit(0);
  }

  setInterval(() => {
    const isAlone = performance.now() - host.askedAt() > ALONE_MS;
    if (isAlone || host.isDrained()) void end();
  }, LOOK_MS);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());

  // Renamed, so that no server reads half of it.
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  const { problem } = memoryGroups();
  const trouble = terms.hasPages ? pagesTrouble() : null;
  say({
    notes: [
      ...(problem === null ? [] : [`Nothing bounds the memory of labs in sandboxes: ${problem}`]),
      ...environmentTroubles(environments.folder, [dataFolder]),
      ...(trouble === null ? [] : [`Pages of labs in sandboxes cannot be shown: ${trouble}`]),
    ],
  });
}
