/** What the word before the cursor may become. */
export interface Completion {
  /** Where the part begins that `text` replaces, in UTF-16 units. */
  from: number;
  /** As much of the name as all choices have in common; with one choice the whole of it. */
  text: string;
  choices: string[];
}

/** What names are completed from. */
export interface NameSources {
  commands: readonly string[];
  variables: ReadonlyMap<string, string>;
  home: string;
  folder: string;
  /** Names in a folder; empty when there is no such folder. */
  list(folder: string): Promise<readonly { name: string; isFolder: boolean }[]>;
}

type Quote = '' | "'" | '"';

/** The word that is being written, and what it is. */
interface Word {
  /** Its text without quotes. */
  plain: string;
  /** Where its last part begins: behind the last slash that is not quoted away. */
  partFrom: number;
  /** The last part without quotes. */
  part: string;
  quote: Quote;
  /** Where the quote begins. */
  quoteAt: number;
  place: 'command' | 'file' | 'folder';
}

const ENDS_COMMAND = new Set([
  '|',
  '&',
  ';',
  '(',
  '\n',
  '`',
  '{',
  '!',
  'then',
  'do',
  'else',
  'elif',
  'if',
  'while',
  'until',
  'time',
  'command',
  'exec',
  'xargs',
  'which',
  'type',
]);
const TAKES_FOLDERS = new Set(['cd', 'pushd', 'rmdir']);
const SEPARATORS = '|&;()<>\n`';

/** Reads a command up to the cursor, as far as completing its last word needs. */
function lastWord(text: string): Word {
  let word: Word = { plain: '', partFrom: 0, part: '', quote: '', quoteAt: 0, place: 'command' };
  let hasBegun = false;
  /** The name of the command, and what stood before the word. */
  let [name, before] = ['', '\n'];
  const begin = (from: number) => {
    const isCommand = ENDS_COMMAND.has(before) || /^[A-Za-z_]\w*=/.test(before);
    if (isCommand) name = '';
    const place = isCommand ? 'command' : TAKES_FOLDERS.has(name) ? 'folder' : 'file';
    word = { plain: '', partFrom: from, part: '', quote: '', quoteAt: 0, place };
    hasBegun = true;
  };
  const end = () => {
    if (!hasBegun) return;
    if (word.place === 'command' && !/^[A-Za-z_]\w*=/.test(word.plain)) name = word.plain;
    before = word.plain;
    hasBegun = false;
  };
  const add = (sign: string, at: number) => {
    word.plain += sign;
    word.part += sign;
    if (sign === '/') [word.part, word.partFrom] = ['', at + 1];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (!hasBegun && !/\s/.test(sign) && !SEPARATORS.includes(sign)) begin(at);
    if (word.quote !== '' && hasBegun) {
      if (sign === word.quote) word.quote = '';
      else if (sign === '\\' && word.quote === '"') add(text[++at] ?? '', at);
      else add(sign, at);
    } else if (sign === "'" || sign === '"') [word.quote, word.quoteAt] = [sign, at];
    else if (sign === '\\') add(text[++at] ?? '', at);
    else if (SEPARATORS.includes(sign)) {
      end();
      before = sign;
    } else if (/\s/.test(sign)) {
      end();
      if (sign === '\n') before = sign;
    } else add(sign, at);
  }
  if (!hasBegun) begin(text.length);
  return word;
}

/** Completes the last word of a command: names of commands where one begins, else names of files. Null: there is none. */
export async function completed(text: string, sources: NameSources): Promise<Completion | null> {
  const [, variable] = /(?:^|[^\\])\$\{?(\w*)$/.exec(text) ?? [];
  const word = lastWord(text);
  if (variable !== undefined && word.quote !== "'") {
    const names = matching(
      [...sources.variables.keys()].filter((name) => /^[A-Za-z_]\w*$/.test(name)),
      variable,
    );
    return result(text.length - variable.length, names, (name) => name);
  }
  if (word.place === 'command' && !word.plain.includes('/') && !/^~/.test(word.plain)) {
    const names = matching([...new Set(sources.commands)], word.plain);
    return result(word.partFrom, names, (name, isOnly) => name + (isOnly ? ' ' : ''));
  }
  const entries = (await sources.list(folderOf(word, sources))).filter(
    ({ name, isFolder }) =>
      name.startsWith(word.part) &&
      (name.startsWith('.') === word.part.startsWith('.') || word.part.startsWith('.')) &&
      (isFolder || word.place !== 'folder'),
  );
  const folders = new Set(entries.filter(({ isFolder }) => isFolder).map(({ name }) => name));
  const names = entries.map(({ name }) => name).sort();
  // A quote that begins before the last part stays where it is.
  const quote = word.quoteAt >= word.partFrom ? word.quote : '';
  const done = result(word.partFrom, names, (name, isOnly) => {
    const ending = !isOnly ? '' : folders.has(name) ? '/' : `${word.quote} `;
    return quote + inQuote(name, word.quote) + ending;
  });
  return done === null ? null : { ...done, choices: names.map((name) => (folders.has(name) ? `${name}/` : name)) };
}

const matching = (names: readonly string[], begin: string): string[] =>
  names.filter((name) => name.startsWith(begin)).sort();

function result(
  from: number,
  names: readonly string[],
  written: (name: string, isOnly: boolean) => string,
): Completion | null {
  if (names.length === 0) return null;
  const common = names.reduce(commonBegin);
  return { from, text: written(common, names.length === 1), choices: [...names] };
}

function commonBegin(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  // Half of a character is none.
  if (/[\ud800-\udbff]/.test(one[length - 1] ?? '')) length -= 1;
  return one.slice(0, length);
}

/** A name as it is written in a command. */
function inQuote(name: string, quote: Quote): string {
  if (quote === "'") return name.replaceAll("'", "'\\''");
  if (quote === '"') return name.replace(/[\\"$`]/g, '\\$&');
  return name.replace(/[\s\\"'$`|&;()<>*?[\]{}!#~=]/g, (sign, at) =>
    /[#~]/.test(sign) && at > 0 ? sign : `\\${sign}`,
  );
}

function folderOf({ plain, part }: Word, { variables, home, folder }: NameSources): string {
  const path = plain.slice(0, plain.length - part.length).replace(/^~(?=\/)/, home);
  const named = path.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_all, one, other) => variables.get(one ?? other) ?? '');
  return named.startsWith('/') ? named : `${folder}/${named}`;
}
