import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Terminal } from './command.ts';
import { resolveQuickly } from './quick-resolve.ts';

// The script `academy` has named this folder already. This is for starts without the script.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'));
resolveQuickly();
const { runCli } = await import('./cli.ts');
const { screen } = await import('./screen.ts');
const { EXIT } = await import('./command.ts');

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

const terminal: Terminal = {
  env: process.env,
  cwd: process.cwd(),
  ...screen(process, process.env),
  async readInput() {
    if (process.stdin.isTTY) return '';
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
    return text;
  },
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
  onInterrupt(listener) {
    process.once('SIGINT', listener);
    return () => void process.removeListener('SIGINT', listener);
  },
};

// A server keeps running when its output is lost; a command reports a lost result by its exit status. A reader that
// stops early (`| head`) is no error.
let isLost = false;
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') isLost = true;
  });

const status = await runCli(process.argv.slice(2), terminal);
process.exitCode = status === EXIT.ok && isLost ? EXIT.failed : status;
