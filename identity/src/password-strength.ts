import listed from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/** Least number of characters that do not follow from the previous ones. */
const MIN_SURPRISES = 5;
/** Shorter words occur in many passwords by chance. */
const MIN_WORD_LENGTH = 4;

/** Rows of keys and of letters. */
const RUNS = [
  ...['1234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', 'azertyuiop'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol', '!qaz', '@wsx', '!@#$%^&*()'],
];
const NEIGHBOURS: ReadonlySet<string> = new Set(
  RUNS.flatMap((run) => [...run].slice(1).flatMap((next, index) => [`${run[index]}${next}`, `${next}${run[index]}`])),
);

/** Characters that are commonly used in place of letters. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

let common: ReadonlySet<string> | undefined;

/**
 * Whether it is one of the 49,000 passwords that attackers try first, in any letter case, with substituted letters or
 * padding.
 */
export function isCommon(password: string): boolean {
  common ??= new Set(listed as readonly string[]);
  const plain = password.normalize('NFKC').toLowerCase().replaceAll(' ', '');
  const bare = trimmed(plain);
  return [plain, bare].some(
    (one) => one !== '' && (common?.has(one) === true || common?.has(withoutLookAlikes(one)) === true),
  );
}

/** Whether most of it is predictable: repetitions, `abcd`, `1234`, keys in a row. */
export function isPredictable(password: string): boolean {
  const letters = [...password.toLowerCase()];
  const period = periodOf(letters);
  const once = period * 2 <= letters.length ? letters.slice(0, period) : letters;
  let surprises = once.length === 0 ? 0 : 1;
  for (let at = 1; at < once.length; at += 1) if (!follows(once[at - 1] ?? '', once[at] ?? '')) surprises += 1;
  return surprises < MIN_SURPRISES;
}

/** The password without words about its owner that strangers know; the password itself when it has none. */
export function withoutWords(password: string, words: readonly string[]): string {
  let rest = password.toLowerCase();
  const parts = words
    .flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.trim().toLowerCase());
  // Longest first, so that a whole address is not split.
  for (const part of parts.sort((a, b) => b.length - a.length))
    if (part.length >= MIN_WORD_LENGTH) rest = rest.replaceAll(part, '');
  return rest.trim();
}

/** Without digits and punctuation around the word. */
function trimmed(text: string): string {
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const letters = [...text];
  const start = letters.findIndex(isLetter);
  return start < 0 ? '' : letters.slice(start, letters.findLastIndex(isLetter) + 1).join('');
}

function withoutLookAlikes(text: string): string {
  return [...text].map((character) => LOOK_ALIKES[character] ?? character).join('');
}

function follows(before: string, next: string): boolean {
  const step = (next.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return Math.abs(step) <= 1 || NEIGHBOURS.has(`${before}${next}`);
}

/** Length of the shortest prefix whose repetition makes up the whole (prefix function, linear). */
function periodOf(letters: readonly string[]): number {
  const borders = [0];
  for (let at = 1; at < letters.length; at += 1) {
    let border = borders[at - 1] ?? 0;
    while (border > 0 && letters[at] !== letters[border]) border = borders[border - 1] ?? 0;
    borders.push(letters[at] === letters[border] ? border + 1 : border);
  }
  return letters.length - (borders.at(-1) ?? 0);
}
