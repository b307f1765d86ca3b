/**
 * Globs of `includePaths`, `excludePaths` and `legalPaths`, as vendir reads them: they begin at the root of the
 * source whether or not they begin with a slash, match whole paths of files, dot files included, and `**` is any number
 * of folders only where it is a whole part of the path; elsewhere it is `*`.
 */

/** Most plain patterns that the braces of one glob may stand for. */
const MAX_ALTERNATIVES = 1_000;

/** A glob that cannot be read; the message is the rest of a sentence. */
export class GlobUnreadable extends Error {}

/**
 * Compiles a glob.
 *
 * @returns whether a path matches, `src/main/App.java`
 * @throws GlobUnreadable
 */
export function pathGlob(glob: string): (path: string) => boolean {
  const forms = withoutBraces(cleaned(glob)).map((plain) => new RegExp(`^${plainForm(plain)}$`, 'su'));
  return (path) => forms.some((form) => form.test(path));
}

/** Without a slash at the ends, and without `.` and `..` parts; one that leaves the source matches nothing. */
function cleaned(glob: string): string {
  const parts: string[] = [];
  for (const part of glob.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return '';
  }
  return parts.join('/');
}

function withoutBraces(glob: string): string[] {
  const start = indexOfPlain(glob, '{');
  if (start === -1) return [glob];
  const { alternatives, end } = alternativesFrom(glob, start + 1);
  const before = glob.slice(0, start);
  const after = glob.slice(end + 1);
  const all = alternatives.flatMap((one) => withoutBraces(before + one + after));
  if (all.length > MAX_ALTERNATIVES) throw new GlobUnreadable('has too many alternatives in braces');
  return all;
}

/** Position of a character that no backslash escapes; -1: none. */
function indexOfPlain(text: string, character: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === character) return at;
  }
  return -1;
}

/** Texts between commas of one pair of braces, and the position of the closing one. */
function alternativesFrom(glob: string, start: number): { alternatives: string[]; end: number } {
  const alternatives: string[] = [];
  let depth = 1;
  let begin = start;
  for (let at = start; at < glob.length; at += 1) {
    const character = glob[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) {
      alternatives.push(glob.slice(begin, at));
      begin = at + 1;
    } else if (character === '}' && --depth === 0) {
      return { alternatives: [...alternatives, glob.slice(begin, at)], end: at };
    }
  }
  throw new GlobUnreadable('has a brace "{" that is not closed');
}

function plainForm(glob: string): string {
  const parts = glob.split('/');
  return parts
    .map((part, at) => {
      const isLast = at === parts.length - 1;
      if (part !== '**') return partForm(part) + (isLast ? '' : '/');
      // At the end at least one more part, between others any number of them.
      return isLast ? '.+' : '(?:[^/]+/)*';
    })
    .join('');
}

function partForm(part: string): string {
  let form = '';
  for (let at = 0; at < part.length; at += 1) {
    const character = part[at] ?? '';
    if (character === '*') form += part[at - 1] === '*' && at > 0 ? '' : '[^/]*';
    else if (character === '?') form += '[^/]';
    else if (character === '\\') {
      at += 1;
      if (at >= part.length) throw new GlobUnreadable('ends with a backslash');
      form += quoted(part[at] ?? '');
    } else if (character === '[') {
      const end = part.indexOf(']', at);
      if (end === -1) throw new GlobUnreadable('has a bracket "[" that is not closed');
      form += setForm(part.slice(at + 1, end));
      at = end;
    } else form += quoted(character);
  }
  return form;
}

/** A set of characters; only `^` at its beginning turns it round. */
function setForm(set: string): string {
  const isTurned = set.startsWith('^');
  const members = isTurned ? set.slice(1) : set;
  if (members === '' || /^-|--|-$/.test(members)) throw new GlobUnreadable(`has a set "[${set}]" that is not complete`);
  const escaped = members.replaceAll(/[\\\]^[&~|]/g, '\\$&');
  return `(?!/)[${isTurned ? '^' : ''}${escaped}]`;
}

const quoted = (character: string): string => (/[\w\s]/.test(character) ? character : quotedSign(character));
const quotedSign = (sign: string): string => (/^[\^$\\.*+?()[\]{}|/]$/.test(sign) ? `\\${sign}` : sign);
