import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { defineCommand, EXIT, numberOption } from '../command.ts';
import { dataFolderOf, ROOT } from '../paths.ts';
import { START_OPTIONS } from './start.ts';

/** Folders whose changes restart the server. The web is not among them: Vite applies its changes without a restart. */
const WATCHED = ['server/src', 'contract/src', 'content/src', 'identity/src', 'cli/src', 'tenants', 'samples'];
const WATCH = ['--watch-preserve-output', ...WATCHED.map((folder) => `--watch-path=${join(ROOT, folder)}`)];

export const dev = defineCommand({
  name: 'dev',
  summary: 'Start the academy and reload it when sources change.',
  details: [
    'The browser gets changes of the web at once (Vite runs inside the same process); a change of the server starts it again.',
  ],
  options: START_OPTIONS,
  async run(values, terminal) {
    // Checked here, so that a wrong value is reported once and not at every reload.
    const port = numberOption(values.port, 'port', { min: 0, max: 65_535 }, 'dev');
    const args = ['start', '--data', dataFolderOf(values.data, terminal)];
    if (port !== undefined) args.push('--port', String(port));
    if (values.host !== undefined) args.push('--host', values.host);
    const child = spawn(process.execPath, [...WATCH, join(ROOT, 'cli/src/main.ts'), ...args], {
      stdio: 'inherit',
      cwd: terminal.cwd,
      env: { ...process.env, NODE_ENV: 'development' },
    });
    // The child receives Ctrl-C itself; other signals are forwarded. This process ends when the child has stopped.
    process.on('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    return new Promise((done, refuse) => {
      child.once('error', refuse);
      child.once('exit', (code, signal) => done(signal === null ? (code ?? EXIT.failed) : EXIT.ok));
    });
  },
});
