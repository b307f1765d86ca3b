import type { Random } from './random.ts';

/** Texts that break programs: control characters, half characters, other languages' syntax, paths, dates at limits. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202eabc',
  '\u0001\u001b[2J',
  '\u007f\u0085',
  '\ufeffx',
  'a\u2028b',
  'a\r\nset-cookie: a=b',
  'İıßſ',
  'e\u0301\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦'.repeat(40),
  'a'.repeat(301),
  'x'.repeat(5_000),
  'ä'.repeat(100_000),
  "' or 1=1 --",
  "'); drop table person; --",
  '%',
  '%_\\%',
  '$1',
  '$' + '{7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '..\\..\\x',
  '/etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:5432/',
  'http://[::1',
  'https://user:pw@example.org:99999/',
  'a@b',
  'a@example.org\nbcc: b@example.org',
  `${'a'.repeat(250)}@example.org`,
  '2030-13-45T99:99:99Z',
  '0000-00-00T00:00:00Z',
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2030-02-30',
  '2030-01-01',
  '2030-01-01T00:00:00+99:99',
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '0.5',
  '1e309',
  '1e5',
  '0x10',
  '2147483647',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  'null',
  'true',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '(a+)+$',
  '[',
  'a & b | c <-> !d:*',
  ':*',
  '"a" -b OR',
];

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  100,
  1_000_000,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  1e21,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
];

export function hostileText(random: Random): string {
  const text = random.pick(TEXTS);
  return random.oneIn(8) ? `${text}${random.pick(TEXTS)}` : text;
}

/** Any value of JSON, of a type that is often the wrong one. */
export function hostileValue(random: Random): unknown {
  const kind = random.below(12);
  if (kind < 5) return hostileText(random);
  if (kind < 8) return random.pick(NUMBERS);
  return random.pick<() => unknown>([
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => nested(random.pick([3, 19, 20, 21, 25, 2_000])),
    () => Array.from({ length: random.pick([1, 100, 1_000, 1_001, 20_000]) }, () => hostileTextShort(random)),
    () => Object.fromEntries(Array.from({ length: random.pick([3, 300, 3_000]) }, (_one, at) => [`k${at}`, at])),
    () => ({ [hostileText(random)]: hostileText(random) }),
  ])();
}

const hostileTextShort = (random: Random) => hostileText(random).slice(0, 5);

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A copy in which one to three places hold something else, are missing, or were added. */
export function mutated(value: unknown, random: Random): unknown {
  let result = structuredClone(value);
  for (let times = 1 + random.below(3); times > 0; times -= 1) result = changedOnce(result, random);
  return result;
}

function changedOnce(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== 'object' || random.oneIn(12)) return hostileValue(random);
  const keys = Object.keys(value);
  const holder = value as Record<string, unknown>;
  const at = keys.length === 0 || random.oneIn(8) ? undefined : random.pick(keys);
  if (at === undefined) {
    if (Array.isArray(value)) value.push(hostileValue(random));
    else holder[random.oneIn(2) ? 'unknown' : hostileText(random)] = hostileValue(random);
    return value;
  }
  if (random.oneIn(6)) {
    if (Array.isArray(value)) value.splice(Number(at), 1);
    else delete holder[at];
  } else if (Array.isArray(value) && random.oneIn(5)) {
    const copies = random.pick([1, 10, 999, 1_001]);
    for (let copy = 0; copy < copies; copy += 1) value.push(value[Number(at)]);
  } else holder[at] = changedOnce(holder[at], random);
  return value;
}

/** JSON that is broken as text: cut, of another encoding, with keys of prototypes or twice the same. */
export function brokenJson(text: string, random: Random): Buffer {
  return random.pick<() => Buffer>([
    () => Buffer.from(text.slice(0, random.below(text.length + 1))),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x22, 0x7d])]),
    () => Buffer.from(text.replace('{', '{"__proto__":{"isAdmin":true},')),
    () => Buffer.from(text.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},')),
    () => Buffer.from(text.replace(/("[^"]+"):/, '$1:null,$1:')),
    () => Buffer.from(text.replace(/:[^,}]+/, ':NaN')),
    () => Buffer.from('['.repeat(50_000)),
    () => Buffer.from(`{"a":${'9'.repeat(10_000)}}`),
    () => Buffer.from(`"${'\\u0000'.repeat(100)}"`),
    () => Buffer.from(''),
  ])();
}
