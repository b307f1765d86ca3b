import { masked } from '../logging/log.ts';

/** The rest of an address, up to a character that ends it in messages and stacks. */
const REST = `[^\\s"'()<>]+`;

/** Parts of browsers' error texts that may contain personal data, besides those that the log masks everywhere. */
const PRIVATE: [pattern: RegExp, name: string][] = [
  // JavaScript engines quote the text that they could not parse.
  [/, (?:\.{3})?"[\s\S]*?is not valid JSON/g, ', [left out] is not valid JSON'],
  [new RegExp(`\\?${REST}`, 'g'), '?[left out]'],
  // Names of private members begin with `#` as well, but not after a word.
  [new RegExp(`(?<=[\\w/])#${REST}`, 'g'), '#[left out]'],
  [/[\w.+-]{1,64}%40[\w-]{1,63}(?:\.[\w-]{1,63})+/gi, '[address]'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '[id]'],
];

/** At least as long as tokens; names in code have no digits at that length. */
const OPAQUE = /[\w-]{32,}/g;

/** An error text of a browser for the log: without addresses, tokens, queries and ids of people. */
export function withoutPrivate(text: string): string {
  const rest = PRIVATE.reduce((left, [pattern, name]) => left.replace(pattern, name), masked(text));
  return rest.replace(OPAQUE, (word) => (/\d/.test(word) ? '[token]' : word));
}
