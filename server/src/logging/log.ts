import { type Logger, pino, stdSerializers } from 'pino';
import { LogSink } from './log-sink.ts';
import { logFile, standardOutput } from './log-targets.ts';

/** Names of query parameters that carry secrets or addresses, as a part of the name. */
const SECRET_PARAM =
  '[\\w.-]{0,30}(?:code|token|hint|state|nonce|verif|email|password|secret|ticket|signature)[\\w.-]{0,30}';

/**
 * E-mail addresses and texts that look like secrets are masked anywhere in a line, also in percent-encoded addresses,
 * encoded once or several times.
 */
const MASKED: [mark: string, pattern: RegExp, name: string][] = [
  ['@', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[address]'],
  ['%', /[\w.+%-]{1,64}%(?:25){0,5}40[\w-]{1,63}(?:(?:\.|%(?:25){0,5}2e)[\w-]{1,63}){0,10}/gi, '[address]'],
  ['academy_', /\bacademy_[A-Za-z0-9_-]{10,}/g, '[token]'],
  ['eyJ', /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g, '[token]'],
  ['interaction/', /(interaction\/[^/\s"\\]{1,40}\/)[\w-]{8,}/g, '$1[uid]'],
  ['authorize/', /(authorize\/)[\w-]{8,}/g, '$1[uid]'],
  ['labs/events/', /(labs\/events\/)[\w-]{8,}/g, '$1[token]'],
  ['=', new RegExp(`([?&]${SECRET_PARAM}=)[^&\\s"'<>\\\\]+`, 'gi'), '$1[left out]'],
  ['%', new RegExp(`(%(?:25){0,5}(?:3f|26)${SECRET_PARAM}%(?:25){0,5}3d)[\\w.~-]+`, 'gi'), '$1[left out]'],
];

/** Masks e-mail addresses, tokens and secrets in a text. */
export function masked(text: string): string {
  // Most lines hold none of them, and searching for a marker costs far less than a pattern.
  return MASKED.reduce(
    (rest, [mark, pattern, name]) => (rest.includes(mark) ? rest.replace(pattern, name) : rest),
    text,
  );
}

/**
 * An error as it is logged. Failed queries carry their values, which are people's data, hashes and mailed codes: they
 * are removed anywhere in the chain of causes, and so are the rows that the database quotes.
 */
function loggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { params: _params, detail: _detail, where: _where, ...rest } = stdSerializers.err(error) as unknown as Loose;
  const loggable: Loose = rest;
  let one: unknown = error;
  for (let depth = 0; one instanceof Error && depth < 10; depth += 1) {
    const parameters = 'params' in one && Array.isArray(one.params) ? `params: ${one.params}` : null;
    if (parameters !== null)
      for (const name of ['message', 'stack'])
        if (typeof loggable[name] === 'string')
          loggable[name] = loggable[name].replaceAll(parameters, () => 'params: [left out]');
    one = one.cause;
  }
  return withoutSecrets(loggable);
}

type Loose = Record<string, unknown>;

/** Fields that are left out by their name, wherever they stand in a line. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['headers', 'password', 'token']);

/** The same fields without those that hold secrets by their name. Most lines hold none, and are not copied. */
function withoutSecrets(fields: Loose, depth = 0): Loose {
  let shown = fields;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const safe = SECRET_FIELDS.has(name)
      ? '[left out]'
      : isInside(value, depth)
        ? withoutSecrets(value, depth + 1)
        : value;
    if (safe === value) continue;
    if (shown === fields) shown = { ...fields };
    shown[name] = safe;
  }
  return shown;
}

/** Errors have a form of their own, see `loggable`. */
const isInside = (value: unknown, depth: number): value is Loose =>
  typeof value === 'object' && value !== null && !(value instanceof Error) && depth < 5;

/**
 * The server's structured log: one JSON object a line. JSON escapes control characters. Writing never fails and never
 * waits, whatever happens to disk or reader.
 *
 * @param level pino's level names; `silent` writes nothing
 * @param file path of the log file; null: standard output
 * @param fieldsOf adds fields of the moment to each line
 */
export function createLog(level: string, file: string | null = null, fieldsOf?: () => object): Logger {
  const options = {
    level,
    serializers: { err: loggable },
    formatters: { log: withoutSecrets },
    hooks: { streamWrite: masked },
    ...(fieldsOf === undefined ? {} : { mixin: fieldsOf }),
  };
  return pino(options, new LogSink(file === null ? standardOutput() : logFile(file)));
}
