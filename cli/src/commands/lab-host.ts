import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentsFolderOf, environmentTroubles } from '@academy/lab-host/environments/environments-folder';
import { hostLog } from '@academy/lab-host/host-log';
import { pagesTrouble, sandboxTrouble } from '@academy/lab-host/host-trouble';
import { type LabHost, startLabHost } from '@academy/lab-host/lab-host';
import { memoryGroups } from '@academy/lab-host/sandbox/memory-group';
import { readSettings } from '@academy/server/composition/read-settings';
import type { Settings } from '@academy/server/composition/settings';
import { hostAndPort } from '@academy/server/settings/setting-types';
import { CommandProblem, defineCommand, EXIT, type Terminal } from '../command.ts';
import { dataFolderOf } from '../paths.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 500;

export const labHostStart = defineCommand({
  name: 'lab-host start',
  summary: 'Run labs in sandboxes on this machine, for academies on others.',
  details: [
    'The servers name it in ACADEMY_LAB_HOSTS, with the same ACADEMY_LAB_HOST_SECRET. It needs no database.',
    'When it is asked to stop it takes no more labs, and ends them after ACADEMY_LAB_HOST_DRAIN_MINUTES; asked again, at once.',
  ],
  options: {
    listen: { type: 'string', value: '<address>', about: 'Address and port to listen on (ACADEMY_LAB_HOST_LISTEN)' },
    data: { type: 'string', value: '<folder>', about: 'Folder for files of labs (ACADEMY_DATA)' },
  },
  async run(values, terminal) {
    const dataFolder = dataFolderOf(values.data, terminal);
    // Of the academy's own settings it needs none, wherever it runs: not those that an image has for servers either.
    const ofServers = { environment: 'local', host: '127.0.0.1' } as const;
    const settings = readSettings(terminal.env, { dataFolder, labHostListen: values.listen, ...ofServers });
    const host = await started(settings, terminal);
    terminal.out(`Lab host ready at ${host.place.address}`);
    terminal.out('Press Ctrl-C to stop.');
    const first = await signal();
    const end = performance.now() + settings.labHostDrainMinutes * MINUTE_MS;
    terminal.err(`Stopping (${first}) ...`);
    host.drain();
    let isHasty = false;
    void signal().then(() => {
      isHasty = true;
    });
    while (!isHasty && host.sessions() > 0 && performance.now() < end) await delay(LOOK_MS);
    await host.close();
    terminal.err('Stopped.');
    return EXIT.ok;
  },
});

async function started(settings: Settings, terminal: Terminal): Promise<LabHost> {
  const { dataFolder, labHostSecret, labHostListen, labEnvironments } = settings;
  if (labHostSecret === null)
    throw new CommandProblem(
      EXIT.failed,
      'A lab host needs the secret that the servers sign with.',
      'Set ACADEMY_LAB_HOST_SECRET, or ACADEMY_LAB_HOST_SECRET_FILE, to the same as theirs.',
    );
  const missing = await sandboxTrouble(dataFolder);
  if (missing !== null) throw new CommandProblem(EXIT.failed, missing.problem, missing.nextStep);
  mkdirSync(dataFolder, { recursive: true });
  const folder = environmentsFolderOf(dataFolder, labEnvironments);
  const { problem } = memoryGroups();
  const pages = pagesTrouble();
  if (problem !== null) terminal.err(`Nothing bounds the memory of labs in sandboxes: ${problem}`);
  for (const line of environmentTroubles(folder, [dataFolder])) terminal.err(line);
  if (pages !== null) terminal.err(`Pages of labs in sandboxes cannot be shown: ${pages}`);
  return startLabHost({
    name: 'this',
    number: settings.labHostNumber,
    listen: hostAndPort(labHostListen) ?? { host: '127.0.0.1', port: 0 },
    secret: labHostSecret,
    secretBefore: settings.labHostSecretBefore,
    sessions: settings.labSandboxes,
    minutes: settings.labSandboxMinutes,
    memoryMegabytes: settings.labSandboxMegabytes,
    environments: { folder, images: settings.labImages ?? {}, secret: [dataFolder] },
    packs: join(dataFolder, 'lab-files'),
    log: hostLog(),
  });
}

const signal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, resolve);
  });
