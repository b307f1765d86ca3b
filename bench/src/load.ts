import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { LoadJob, LoadMessage, LoadResult } from './load-job.ts';
import { onCore } from './processor-time.ts';

/** CPU core of the load; the server has the other one. */
const LOAD_CORE = 1;

/**
 * Runs one bounded load in a process of its own.
 *
 * @param read called at the beginning and at the end of the measured time, for example to read CPU time
 * @throws Error when the generator fails
 */
export async function runLoad<T>(job: LoadJob, read: () => T): Promise<{ result: LoadResult; before: T; after: T }> {
  const [program = '', ...args] = [
    ...onCore(LOAD_CORE),
    process.execPath,
    join(import.meta.dirname, 'load.process.ts'),
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    return await new Promise((done, refuse) => {
      let before = read();
      child.on('message', (message: LoadMessage) => {
        if ('measuring' in message) before = read();
        else done({ result: message.result, before, after: read() });
      });
      child.once('error', refuse);
      child.once('exit', (code) => refuse(new Error(`the load generator ended with status ${code}`)));
      child.send(job);
    });
  } finally {
    child.kill('SIGKILL');
  }
}
