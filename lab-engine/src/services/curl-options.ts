/** What a command line of `curl` asks for. */
export interface CurlOptions {
  url: URL;
  method: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Pieces of the body in their order; null: the request has none. */
  data: readonly CurlData[] | null;
  /** Shows the head of the response, too. */
  include: boolean;
  /** Tells on the error output what is sent and received. */
  verbose: boolean;
  /** Ends with status 22 for a response from 400 up, and shows no body. */
  fail: boolean;
  /** No messages about failures. */
  silent: boolean;
  /** File for the response, relative to the folder; null: it is shown. */
  output: string | null;
  /** What is shown behind the response: `%{http_code}\n`. */
  writeOut: string;
  /** Longest time, ms; null: no limit. */
  maxMs: number | null;
}

/** A piece of a body: a text, or what a file holds. */
export type CurlData = { text: string } | { file: string; keepsLines: boolean };

/** Why a command line cannot be carried out: the words and the exit status of the real program. */
interface CurlRefusal {
  message: string;
  status: number;
}

type Letters = Readonly<Record<string, string>>;
const SHORT: Letters = { X: 'request', H: 'header', d: 'data', i: 'include', s: 'silent', S: 'show-error' };
const SHORT_TOO: Letters = { o: 'output', w: 'write-out', f: 'fail', I: 'head', v: 'verbose', m: 'max-time' };
const LETTERS: Letters = { ...SHORT, ...SHORT_TOO, L: 'location', N: 'no-buffer' };
const WITH_VALUE = new Set([
  ...['request', 'header', 'data', 'data-raw', 'data-binary', 'json', 'output', 'write-out', 'max-time', 'url'],
]);
const ALONE = new Set(['include', 'silent', 'show-error', 'fail', 'head', 'verbose', 'location', 'no-buffer']);

/** Reads a command line. The options are those that lessons about HTTP need; others are refused as unknown. */
export function readCurl(args: readonly string[]): CurlOptions | CurlRefusal {
  const given: [name: string, value: string][] = [];
  const addresses: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (!word.startsWith('-') || word === '-') {
      addresses.push(word);
      continue;
    }
    const options = word.startsWith('--') ? [[word.slice(2), ''] as const] : lettersOf(word);
    for (const [name, rest] of options) {
      if (ALONE.has(name)) given.push([name, '']);
      else if (!WITH_VALUE.has(name)) return { message: `option ${word}: is unknown`, status: 2 };
      else {
        if (rest === '') at += 1;
        const value = rest === '' ? args[at] : rest;
        if (value === undefined) return { message: `option ${word}: requires parameter`, status: 2 };
        if (name === 'url') addresses.push(value);
        else given.push([name, value]);
      }
    }
  }
  return optionsOf(given, addresses);
}

/** `-sXPOST` as its options: the first with a value takes the rest of the word. */
function lettersOf(word: string): (readonly [name: string, rest: string])[] {
  const options: (readonly [string, string])[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const name = LETTERS[word[at] ?? ''] ?? '';
    const rest = word.slice(at + 1);
    options.push([name, WITH_VALUE.has(name) ? rest : '']);
    if (WITH_VALUE.has(name)) break;
  }
  return options;
}

function optionsOf(
  given: readonly (readonly [name: string, value: string])[],
  [address, more]: readonly string[],
): CurlOptions | CurlRefusal {
  if (address === undefined) return { message: 'no URL specified', status: 2 };
  if (more !== undefined) return { message: `one address at a time: ${more}`, status: 2 };
  const url = addressOf(address);
  if (url === null) return { message: 'URL using bad/illegal format or missing URL', status: 3 };
  const has = (name: string) => given.some(([one]) => one === name);
  const last = (name: string) => given.findLast(([one]) => one === name)?.[1] ?? null;
  const data = given.flatMap(([name, value]) => dataOf(name, value) ?? []);
  const isJson = has('json');
  const seconds = last('max-time');
  if (seconds !== null && !(Number(seconds) > 0))
    return { message: 'expected a proper numerical parameter', status: 2 };
  const own = given.flatMap(([name, value]) => (name === 'header' ? [headerOf(value)] : []));
  const usual = isJson ? JSON_HEADERS : data.length > 0 ? FORM_HEADERS : [];
  const isOwn = (name: string) => own.some(([one]) => one.toLowerCase() === name.toLowerCase());
  return {
    url,
    method: last('request') ?? (has('head') ? 'HEAD' : data.length > 0 ? 'POST' : 'GET'),
    headers: [...usual.filter(([name]) => !isOwn(name)), ...own.filter(([, value]) => value !== '')],
    data: data.length > 0 ? data : null,
    include: has('include') || has('head'),
    verbose: has('verbose'),
    fail: has('fail'),
    silent: has('silent') && !has('show-error'),
    output: last('output'),
    writeOut: last('write-out') ?? '',
    maxMs: seconds === null ? null : Number(seconds) * 1_000,
  };
}

const JSON_HEADERS = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json'],
] as const;
const FORM_HEADERS = [['Content-Type', 'application/x-www-form-urlencoded']] as const;

function addressOf(address: string): URL | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `http://${address}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

function headerOf(text: string): [name: string, value: string] {
  const at = text.indexOf(':');
  return at === -1 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function dataOf(name: string, value: string): CurlData | null {
  if (!name.startsWith('data') && name !== 'json') return null;
  if (name === 'data-raw' || !value.startsWith('@')) return { text: value };
  return { file: value.slice(1), keepsLines: name !== 'data' };
}
