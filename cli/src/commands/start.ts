import { join } from 'node:path';
import { readSettings, settingWarnings } from '@academy/server/composition/read-settings';
import type { Settings } from '@academy/server/composition/settings';
import { drainMsOf } from '@academy/server/servers/server-settings';
import { loadTenants } from '@academy/tenants';
import packageJson from '../../package.json' with { type: 'json' };
import { columns, defineCommand, EXIT, numberOption } from '../command.ts';
import { dataFolderOf, ROOT } from '../paths.ts';
import { buildWeb } from '../web-build.ts';

/** Longest stop after the time in which proxies take the server out of use, ms: orchestrators kill a process soon after. */
const STOP_TIMEOUT_MS = 10_000;
/** npm forwards a Ctrl-C that the terminal has sent already: only a later one means "now", ms. */
const SECOND_SIGNAL_AFTER_MS = 500;

export const START_OPTIONS = {
  port: { type: 'string', value: '<port>', about: 'Port to listen on (PORT, default 3000; 0 takes any free one)' },
  host: { type: 'string', value: '<address>', about: 'Address to listen on (ACADEMY_HOST, default 127.0.0.1)' },
  data: { type: 'string', value: '<folder>', about: 'Data folder (ACADEMY_DATA, default .academy in the repository)' },
} as const;

export const start = defineCommand({
  name: 'start',
  summary: 'Start the academy: web, API, sign-in and database in one process.',
  details: [
    'Prints the addresses, the sample people with their passwords, and where the data is. Ctrl-C stops it cleanly.',
    'All settings come from the environment: docs/reference/settings.md. "./academy config --print" shows them.',
  ],
  options: START_OPTIONS,
  async run(values, terminal) {
    const given = {
      port: numberOption(values.port, 'port', { min: 0, max: 65_535 }, 'start'),
      host: values.host,
      dataFolder: dataFolderOf(values.data, terminal),
    };
    const settings = readSettings(terminal.env, given, [...(await loadTenants()).keys()]);
    for (const warning of settingWarnings(terminal.env, settings)) terminal.err(`Warning: ${warning}.`);
    // Libraries choose their production code by this variable when they are loaded.
    process.env.NODE_ENV ??= 'production';
    const log = (line: string) => terminal.err(line);
    const signal = stopSignal(log);
    const web = process.env.NODE_ENV === 'development' ? 'development' : 'built';
    if (web === 'built') await buildWeb(log);
    const { startServer } = await import('@academy/server/composition/main');
    const server = await startServer(settings, {
      log,
      web,
      samples: join(ROOT, 'samples'),
      version: packageJson.version,
    });
    for (const line of welcome(server, settings)) terminal.out(line);
    const name = await signal;
    log(`Stopping (${name}) ...`);
    const cutOff = setTimeout(() => {
      log('It took too long and was cut off; the next start takes over.');
      process.exit(EXIT.failed);
    }, drainMsOf(settings) + STOP_TIMEOUT_MS);
    await server.stop();
    clearTimeout(cutOff);
    log('Stopped.');
    return EXIT.ok;
  },
});

interface Running {
  port: number;
  /** Where mail can be read instead of in a real mailbox; null where there is none. */
  mailbox: string | null;
  metrics: string | null;
  addresses: Record<string, string>;
  samplePeople: { role: string; email: string; password: string | null }[] | null;
}

function welcome(server: Running, settings: Settings): string[] {
  const seconds = (performance.now() / 1000).toFixed(1);
  const people =
    server.samplePeople?.map(({ role, email, password }) => [
      role,
      `${email}  ${password ?? '(password unknown here)'}`,
    ]) ?? [];
  const isElsewhere = server.samplePeople?.some(({ password }) => password === null) ?? false;
  return [
    `Academy ready in ${seconds} s`,
    '',
    ...columns(Object.entries(server.addresses)),
    '',
    ...(people.length > 0 ? ['Sample people (sign in with e-mail and password):', ...columns(people)] : []),
    ...(isElsewhere
      ? [
          'Another academy on this database has made them, and its data folder has their passwords. A new one:',
          '"./academy user reset-password --email <e-mail>".',
        ]
      : []),
    ...(people.length > 0 ? [''] : []),
    ...(server.mailbox === null ? [] : [`Mail: ${server.mailbox}`]),
    ...(server.metrics === null ? [] : [`Metrics: ${server.metrics}`]),
    `Data: ${settings.databaseUrl === null ? settings.dataFolder : 'the server of DATABASE_URL'}`,
    'Press Ctrl-C to stop.',
  ];
}

/** Resolves at the first request to stop; a second one a moment later ends the process at once. */
function stopSignal(log: (line: string) => void): Promise<NodeJS.Signals> {
  return new Promise((done) => {
    let first = 0;
    const hear = (signal: NodeJS.Signals) => {
      if (first === 0) {
        first = Date.now();
        done(signal);
      } else if (Date.now() - first > SECOND_SIGNAL_AFTER_MS) {
        log('Stopped at once; the next start takes over.');
        process.exit(EXIT.failed);
      }
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, hear);
  });
}
