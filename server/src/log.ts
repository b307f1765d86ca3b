import { type DestinationStream, type Logger, pino } from 'pino';

/** Addresses and things that look like secrets are masked wherever they stand in a message (security rule 49). */
const MASKED: [RegExp, string][] = [
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[address]'],
  [/\bacademy_[A-Za-z0-9_-]{10,}/g, '[token]'],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g, '[token]'],
];

/** Masks e-mail addresses and tokens in a text. */
export function masked(text: string): string {
  return MASKED.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text);
}

/**
 * The server's structured log: one JSON object a line. Control characters are escaped by JSON itself.
 *
 * @param level pino's level names; `silent` writes nothing
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: ['headers', 'req.headers', 'password', '*.password', '*.token'], censor: '[left out]' },
    hooks: { streamWrite: masked },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
