/** Words that begin a command and are none. */
const KEYWORDS = new Set(
  '! { } ( ) [[ case do done elif else esac fi for function if in select then time until while'.split(' '),
);
/** Words before the command that they run. */
const PREFIXES = new Set(['sudo', 'exec', 'command', 'nohup', 'env', 'xargs', 'time', 'watch']);
/** Commands that every shell has. */
const BUILTINS = new Set(
  ': . [ alias break cd continue declare echo eval exit export false let local printf pwd read return set shift source test trap true type ulimit umask unalias unset wait'.split(
    ' ',
  ),
);

/** A text without comments, quoted texts and here-documents, in which only commands are left. */
function bare(command: string): string {
  return command
    .replace(/<<-?\s*(['"]?)(\w+)\1[^\n]*\n[\s\S]*?\n\s*\2(?=\n|$)/g, '')
    .replace(/\\\n/g, ' ')
    .replace(/'[^']*'/g, 'x')
    .replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => /\$\([^)]*\)/.exec(quoted)?.[0] ?? 'x')
    .replace(/(^|\s)#[^\n]*/g, '$1');
}

/** The programs that a command line calls by name, without those that every shell has; `./mvnw` is `mvnw`. */
export function programsOf(command: string): string[] {
  const programs = new Set<string>();
  for (const part of bare(command).split(/\n|;|&&|\|\|?|&|\$\(|\(|\)|`/)) {
    let words = part.trim().split(/\s+/);
    while (words.length > 0) {
      const [word = ''] = words;
      const isSkipped =
        KEYWORDS.has(word) || PREFIXES.has(word) || /^[A-Za-z_]\w*=/.test(word) || /^\d*[<>]/.test(word);
      if (!isSkipped) break;
      // A loop's variable and list are no commands.
      words = ['for', 'case', 'select', 'function', 'in'].includes(word) ? [] : words.slice(1);
    }
    const name = (words[0] ?? '').split('/').at(-1) ?? '';
    if (/^[A-Za-z][\w.+-]*$/.test(name) && !BUILTINS.has(name)) programs.add(name);
  }
  return [...programs];
}
