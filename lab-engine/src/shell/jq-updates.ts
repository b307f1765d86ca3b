/** A program as the shell's library runs it right, or the part that it would get wrong, and what to write instead. */
export type JqProgram = { program: string } | { wrong: string; instead: string };

const NAME = String.raw`[A-Za-z_]\w*`;
/** A step of a path: a key, an index, a variable, or all items. Texts are masked, see `masked`. */
const STEP = String.raw`(?:\.${NAME}|\.?"[^"]*"|\.?\[(?:\d+|"[^"]*"|\$${NAME})?\])`;
const PATH = new RegExp(`${STEP}+$`);
const WHOLE_PATH = new RegExp(`^${STEP}+$`);
const ONLY_KEYS = new RegExp(String.raw`^(?:\.${NAME}|\.?"[^"]*"|\.?\["[^"]*"\])+$`);
const FILTERED = new RegExp(String.raw`^(${STEP}*?)\.?\[\]\s*\|\s*select\(`);
const ASSIGNMENT = /(?:\/\/|[|+\-*/%])?=(?!=)/g;
/** What an assignment may begin after, so that another filter can be put before it. */
const BEGINS = /(^|[|(;]|\b(?:then|else))$/;

/**
 * The library loses values in updates: a path whose parent is missing becomes null, and of `del`, `walk` and `path` only the
 * simplest forms change anything. What can be written so that it is right is; anything else is named.
 */
export function jqProgram(program: string): JqProgram {
  const mask = masked(program);
  if (/\bwalk\s*\(/.test(mask))
    return { wrong: 'walk', instead: 'one update for each path, as in .items[].name |= ascii_downcase' };
  for (const { 1: name = '', index } of mask.matchAll(/\b(path|del)\s*\(/g)) {
    const open = mask.indexOf('(', index);
    const inner = mask.slice(open + 1, closing(mask, open));
    if (name === 'path' && !WHOLE_PATH.test(inner.trim()))
      return { wrong: 'path(...) of anything but a plain path', instead: 'a plain path' };
  }
  return withDeletions(program) ?? withParents(sorting(program, mask));
}

/** `unique` and `group_by` of the library keep the order of what they get: it is sorted before them. */
function sorting(program: string, mask: string): string {
  let own = '';
  let at = 0;
  for (const { 0: word, index } of mask.matchAll(/(?<![\w$.])(?:unique_by|group_by|unique)\b(?!_)/g)) {
    if (index < at) continue;
    const open = index + word.length + (/^\s*/.exec(mask.slice(index + word.length))?.[0].length ?? 0);
    const end = word === 'unique' ? index + word.length : closing(mask, open) + 1;
    const by = word === 'unique' ? 'sort' : `sort_by${program.slice(open, end)}`;
    own += `${program.slice(at, index)}(${by} | ${program.slice(index, end)})`;
    at = end;
  }
  return own + program.slice(at);
}

/** Rewrites the first deletion that the library would leave undone, and what is left after it; null: there is none. */
function withDeletions(program: string): JqProgram | null {
  const mask = masked(program);
  for (const { index, 0: word } of mask.matchAll(/\bdel\s*\(/g)) {
    const open = index + word.length - 1;
    const end = closing(mask, open);
    const [own, inner] = [program.slice(open + 1, end), mask.slice(open + 1, end)];
    if (WHOLE_PATH.test(inner.trim()) && !/\[\]/.test(inner)) continue;
    const by = deletion(own, inner);
    if (by === null)
      return { wrong: `del(${own.trim()})`, instead: 'one del for each plain path, or .items |= map(select(...))' };
    return jqProgram(program.slice(0, index) + by + program.slice(end + 1));
  }
  return null;
}

/** What does the same as `del(...)`; null: nothing simple. */
function deletion(own: string, inner: string): string | null {
  const paths = inner.split(',');
  if (paths.length > 1 && paths.every((path) => ONLY_KEYS.test(path.trim()))) {
    const ends = paths.map((_path, at) => paths.slice(0, at + 1).join(',').length);
    const each = ends.map((end, at) => `del(${own.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end).trim()})`);
    return `(${each.join(' | ')})`;
  }
  const filtered = FILTERED.exec(inner.trim());
  const text = inner.trim();
  if (filtered === null || closing(text, filtered[0].length - 1) !== text.length - 1) return null;
  const condition = own.trim().slice(filtered[0].length, -1);
  const list = own.trim().slice(0, filtered[1]?.length ?? 0);
  const kept = `map(select((${condition}) | not))`;
  return list === '' ? kept : `(${list} |= ${kept})`;
}

/** Makes the parents of assigned paths before the assignments. */
function withParents(program: string): JqProgram {
  const mask = masked(program);
  let made = '';
  let at = 0;
  for (const { index, 0: sign } of mask.matchAll(ASSIGNMENT)) {
    if (/[=<>!]$/.test(mask.slice(0, index)) && sign === '=') continue;
    const before = mask.slice(0, index).trimEnd();
    const path = PATH.exec(before)?.[0];
    const after = mask.slice(index + sign.length).trimStart();
    const wrong = {
      wrong: program.slice(Math.max(0, before.length - 30), index + sign.length).trim(),
      instead: 'one assignment for each plain path, or .items |= map(if .name == "x" then .n = 1 else . end)',
    };
    const isPart = /[)\]}?.\w"]$/.test(before.slice(0, before.length - (path?.length ?? 0)));
    if (path === undefined || isPart || (sign === '|=' && /^empty\b/.test(after))) return wrong;
    if (sign === '//=') return { ...wrong, instead: `${path} = (${path} // ...)` };
    const from = before.length - path.length;
    const steps = path.match(new RegExp(STEP, 'g')) ?? [];
    const own = program.slice(from, before.length);
    // The filter of an update gets nothing at all for a key that is missing, and not null.
    const last = sign === '|=' && !path.includes('[]') ? `${own} = ${own} | ` : '';
    if (steps.length === 1 && last === '') continue;
    if (!BEGINS.test(before.slice(0, from).trimEnd())) return wrong;
    made += program.slice(at, from) + parentsOf(own, steps) + last;
    at = from;
  }
  return { program: made + program.slice(at) };
}

/** Filters that make what a path leads through. */
function parentsOf(path: string, steps: readonly string[]): string {
  let length = 0;
  let filters = '';
  for (const [at, step] of steps.slice(0, -1).entries()) {
    length += step.length;
    const next = path.slice(length, length + (steps[at + 1]?.length ?? 0));
    if (step.endsWith('[]') || next.endsWith('[]')) continue;
    const variable = /\$\w+/.exec(next)?.[0];
    const empty = /\[\d+\]$/.test(next)
      ? '[]'
      : variable === undefined
        ? '{}'
        : `(if (${variable} | type) == "number" then [] else {} end)`;
    filters += `${path.slice(0, length)} |= (. // ${empty}) | `;
  }
  return filters;
}

/** The program with its texts and comments blanked, of the same length. */
function masked(program: string): string {
  return program.replace(/"(?:\\.|[^"\\])*"|#[^\n]*/gs, (text) =>
    text.startsWith('"') ? `"${'_'.repeat(text.length - 2)}"` : ' '.repeat(text.length),
  );
}

/** Place of the parenthesis that ends what begins at `open`; the end of the text when there is none. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? ' ')) depth += 1;
    if (')]}'.includes(text[at] ?? ' ')) depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
