import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { Terminal } from './command.ts';

interface Streams {
  stdout: Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  stderr: Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
}

/** Returns to the beginning of the line and clears it. */
const CLEAR = '\r\u001b[2K';

/**
 * How results and progress are written: lines for a pipe; on a terminal colours (unless NO_COLOR is set) and one line
 * of progress below the results.
 */
export function screen(
  { stdout, stderr }: Streams,
  env: Terminal['env'],
): Pick<Terminal, 'out' | 'err' | 'paint' | 'status' | 'columns'> {
  let shown = '';
  const around = (write: () => void) => {
    if (shown !== '') stderr.write(CLEAR);
    write();
    if (shown !== '') stderr.write(shown);
  };
  const lines = {
    out: (line: string) => around(() => stdout.write(`${line}\n`)),
    err: (line: string) => around(() => stderr.write(`${line}\n`)),
  };
  const coloured = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const moving = stdout.isTTY === true && stderr.isTTY === true && env.TERM !== 'dumb';
  return {
    ...lines,
    ...(coloured ? { paint: (style, text) => styleText(style, text, { validateStream: false }) } : {}),
    ...(moving
      ? {
          columns: stderr.columns ?? 80,
          status(text: string) {
            if (text !== shown) stderr.write(`${CLEAR}${text}`);
            shown = text;
          },
        }
      : {}),
  };
}
