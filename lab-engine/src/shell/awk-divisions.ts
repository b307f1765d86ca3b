/** What a program prints when it divides by 0, where awk would end with an error. */
export const DIVIDED_BY_ZERO = '\u0001academy-zero\u0001';
const FUNCTION = 'academy_divisor';
const DEFINITION = ` function ${FUNCTION}(x) { if (x + 0 == 0) printf "${DIVIDED_BY_ZERO}"; return x }`;

/** Words behind which a slash begins a pattern. */
const NO_VALUE = /^(print|printf|return|in|case|do|else|exit|getline|delete|if|while)$/;
/** The parts of a program: texts, comments, words and numbers, blanks, and single signs. */
const PART =
  /"(?:\\.|[^"\\\n])*"|#[^\n]*|[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[ \t]+|\+\+|--|\/=|%=|[\s\S]/gy;
const PATTERN = /\/(?:\\.|\[[^\]\n]*\]|[^/\\\n])*\//y;
const NUMBER = /^[\d.]/;
const NAME = /^[A-Za-z_]/;
const BLANK = /^[ \t]+$/;

/** A program whose divisors that are no plain numbers are watched: the library divides by 0 without a word. */
export function watchedDivisions(program: string): string {
  const parts = partsOf(program);
  let text = '';
  let isWatched = false;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    text += part;
    if (!/^[/%]=?$/.test(part)) continue;
    const from = BLANK.test(parts[at + 1] ?? '') ? at + 2 : at + 1;
    const to = endOfValue(parts, from);
    if (to === from || (to === from + 1 && NUMBER.test(parts[from] ?? ''))) continue;
    isWatched = true;
    // A divisor may hold divisions of its own.
    const divisor = watchedDivisions(parts.slice(from, to).join('')).replace(DEFINITION, '').trimEnd();
    text += `${parts.slice(at + 1, from).join('')}${FUNCTION}(${divisor})`;
    at = to - 1;
  }
  return isWatched ? `${text}\n${DEFINITION}` : text;
}

/** The program in parts; patterns between slashes are one part each. */
function partsOf(program: string): string[] {
  const parts: string[] = [];
  let before = '';
  for (let at = 0; at < program.length; ) {
    const isValue = /[\w)\]$"]$/.test(before) && !NO_VALUE.test(before);
    const form = program[at] === '/' && !isValue ? PATTERN : PART;
    form.lastIndex = at;
    const [part = program[at] ?? ''] = form.exec(program) ?? [];
    parts.push(part);
    at += part.length;
    if (!BLANK.test(part)) before = part;
  }
  return parts;
}

/** Where the value ends that begins at a place: a number, a variable, a field, a call, or what is in parentheses. */
function endOfValue(parts: readonly string[], from: number): number {
  let at = from;
  while (/^(\+\+|--|[-+!$])$/.test(parts[at] ?? '')) at += 1;
  const first = parts[at] ?? '';
  if (first === '(') at = behindPair(parts, at);
  else if (NUMBER.test(first) || NAME.test(first)) {
    at += 1;
    if (NAME.test(first) && /^[([]$/.test(parts[at] ?? '')) at = behindPair(parts, at);
  } else return from;
  return /^(\+\+|--)$/.test(parts[at] ?? '') ? at + 1 : at;
}

function behindPair(parts: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < parts.length; at += 1) {
    if (/^[([]$/.test(parts[at] ?? '')) depth += 1;
    if (/^[)\]]$/.test(parts[at] ?? '')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return parts.length;
}
