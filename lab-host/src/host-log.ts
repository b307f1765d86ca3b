import type { HostLog } from './lab-host.ts';

const MAX_LENGTH = 20_000;

/** Lines of JSON on standard output, shaped as those of the server. */
export function hostLog(): HostLog {
  // The server whose output it shares may have ended.
  process.stdout.on('error', () => {});
  const write = (level: number, fields: object, msg: string): void => {
    const line = { level, time: new Date().toISOString(), ...plain(fields), msg };
    process.stdout.write(`${JSON.stringify(line).slice(0, MAX_LENGTH)}\n`);
  };
  return { info: (fields, text) => write(30, fields, text), warn: (fields, text) => write(40, fields, text) };
}

function plain(fields: object): object {
  const { err, ...rest } = fields as { err?: unknown };
  if (!(err instanceof Error)) return fields;
  const { cause } = err;
  const because = cause instanceof Error ? { cause: cause.message } : {};
  return { ...rest, err: { type: err.name, message: err.message, ...because } };
}
