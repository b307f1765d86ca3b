/**
 * The newest of several tags that fits `constraints`, as vendir chooses it: a `v` before a version is ignored, tags that
 * are no version are left out, and versions with a pre-release part count only where the definition asks for them.
 */

/** `semver` of a `refSelection` or `tagSelection`. */
export interface SemverChoice {
  /** `>=1.0.0 <2.0.0 || 3.x`; null: any. */
  constraints: string | null;
  /** Parts that a pre-release may have, `beta`; an empty list: any pre-release; null: none. */
  prereleases: readonly string[] | null;
}

interface Version {
  numbers: readonly number[];
  /** Dot-separated parts behind the dash. */
  pre: readonly string[];
}

/** Constraints that cannot be read; the message is the rest of a sentence. */
export class ConstraintsUnreadable extends Error {}

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?(?:\+[\dA-Za-z.-]+)?$/;

/**
 * The newest tag that fits; null when none does.
 *
 * @throws ConstraintsUnreadable
 */
export function newestFitting(tags: readonly string[], { constraints, prereleases }: SemverChoice): string | null {
  const fits = constraints === null ? () => true : readConstraints(constraints);
  let newest: { tag: string; version: Version } | null = null;
  for (const tag of tags) {
    const version = versionOf(tag.replace(/^v/, ''));
    if (version === null || !isWanted(version, prereleases) || !fits(version)) continue;
    if (newest === null || order(version, newest.version) >= 0) newest = { tag, version };
  }
  return newest?.tag ?? null;
}

function isWanted({ pre }: Version, prereleases: SemverChoice['prereleases']): boolean {
  if (pre.length === 0) return true;
  if (prereleases === null) return false;
  return prereleases.length === 0 || pre.some((part) => prereleases.includes(part));
}

function versionOf(text: string): Version | null {
  const [, major, minor, patch, pre = ''] = VERSION.exec(text) ?? [];
  if (patch === undefined) return null;
  const parts = pre === '' ? [] : pre.split('.');
  // A number with a zero before it is no part of a version.
  if (parts.some((part) => /^0\d+$/.test(part))) return null;
  return { numbers: [Number(major), Number(minor), Number(patch)], pre: parts };
}

/** Negative when `a` is the older one. */
function order(a: Version, b: Version): number {
  for (const [at, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [at, part] of a.pre.entries()) {
    const other = b.pre[at];
    if (other === undefined) return 1;
    const difference = orderOfParts(part, other);
    if (difference !== 0) return difference;
  }
  return a.pre.length - b.pre.length;
}

const NUMBER = /^\d+$/;

/** Numbers come before words. */
function orderOfParts(a: string, b: string): number {
  if (NUMBER.test(a) && NUMBER.test(b)) return Number(a) - Number(b);
  if (NUMBER.test(a) !== NUMBER.test(b)) return NUMBER.test(a) ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

type Test = (version: Version) => boolean;

const COMPARISONS: Readonly<Record<string, (difference: number) => boolean>> = {
  '': (difference) => difference === 0,
  '=': (difference) => difference === 0,
  '==': (difference) => difference === 0,
  '!': (difference) => difference !== 0,
  '!=': (difference) => difference !== 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
};

/** Compiles constraints. @throws ConstraintsUnreadable */
export function readConstraints(text: string): Test {
  // An operator may stand apart from its version.
  const joined = text.replaceAll(/([<>=!])\s+/g, '$1');
  const alternatives = joined.split('||').map((part) =>
    part.split(/\s+/).flatMap((one) => {
      if (one === '') return [];
      const [, operator = '', version = ''] = /^([^\d]*)(.*)$/.exec(one) ?? [];
      const test = readOne(operator, version);
      if (test !== null) return [test];
      throw new ConstraintsUnreadable(`"${one}" is no version to compare with; write for example >=1.0.0`);
    }),
  );
  if (alternatives.some((tests) => tests.length === 0))
    throw new ConstraintsUnreadable('a version is missing beside "||"');
  return (version) => alternatives.some((tests) => tests.every((fits) => fits(version)));
}

function readOne(operator: string, text: string): Test | null {
  const compare = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  if (compare === undefined) return null;
  const wild = /^(\d+)(?:\.(\d+))?(?:\.x){1,2}$/.exec(text);
  if (wild === null) {
    const version = versionOf(text);
    return version === null ? null : (other) => compare(order(other, version));
  }
  const [, major, minor] = wild;
  // From the first pre-release of the series to the first of the next one.
  const min: Version = { numbers: [Number(major), Number(minor ?? 0), 0], pre: ['0'] };
  const next: Version = {
    numbers: minor === undefined ? [Number(major) + 1, 0, 0] : [Number(major), Number(minor) + 1, 0],
    pre: ['0'],
  };
  const from = (version: Version) => order(version, min) >= 0;
  const before = (version: Version) => order(version, next) < 0;
  switch (operator) {
    case '>':
      return (version) => !before(version);
    case '>=':
      return from;
    case '<':
      return (version) => !from(version);
    case '<=':
      return before;
    case '!':
    case '!=':
      return (version) => !(from(version) && before(version));
    default:
      return (version) => from(version) && before(version);
  }
}
