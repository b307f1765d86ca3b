import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './root.ts';

/** A lab host started by `./academy lab-host start`, as on a machine of its own. */
export interface LabHostProgram {
  /** `http://127.0.0.1:4000` */
  address: string;
  /** Asks it to stop. @returns resolves when it has ended */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Starts a lab host on this machine.
 *
 * @param port 0 takes any free one
 * @throws Error with what it printed when it does not start
 */
export async function startLabHostProgram(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
  port = 0,
): Promise<LabHostProgram> {
  const child = spawn(
    join(ROOT, 'academy'),
    ['lab-host', 'start', '--listen', `127.0.0.1:${port}`, '--data', dataFolder],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const said: string[] = [];
  const address = await new Promise<string>((ready, refuse) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        const [, at] = /^Lab host ready at (\S+)/.exec(line) ?? [];
        if (at !== undefined) ready(at);
      });
    child.once('error', refuse);
    child.once('exit', (code) => refuse(new Error(`The lab host ended with ${code}:\n${said.join('\n')}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { address, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
