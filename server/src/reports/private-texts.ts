import { masked } from '../logging/log.ts';

/** Ends a part of an address, in messages and stacks. */
const REST = `[^\\s"'()<>]+`;

/** What stands in texts of browsers and could tell of somebody, besides what the log masks everywhere. */
const PRIVATE: [pattern: RegExp, name: string][] = [
  // The engines quote what they could not read.
  [/, (?:\.{3})?"[\s\S]*?is not valid JSON/g, ', [left out] is not valid JSON'],
  [new RegExp(`\\?${REST}`, 'g'), '?[left out]'],
  // Names of private members begin with the same sign, but not behind a word.
  [new RegExp(`(?<=[\\w/])#${REST}`, 'g'), '#[left out]'],
  [/[\w.+-]{1,64}%40[\w-]{1,63}(?:\.[\w-]{1,63})+/gi, '[address]'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '[id]'],
];

/** As long as tokens are; names of code have no digits in them at that length. */
const OPAQUE = /[\w-]{32,}/g;

/** A text of a browser as the log may have it: without addresses, tokens, queries and ids of people. */
export function withoutPrivate(text: string): string {
  const rest = PRIVATE.reduce((left, [pattern, name]) => left.replace(pattern, name), masked(text));
  return rest.replace(OPAQUE, (word) => (/\d/.test(word) ? '[token]' : word));
}
