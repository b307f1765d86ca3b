/** Languages whose blocks show what a terminal shows: prompts, commands and their output. */
const SESSIONS = /^(?:console|terminal|term|session|(?:sh|bash|zsh|shell|powershell)-?session|pycon|ps1con|doscon)$/;
/** Languages whose blocks are commands or, when their first line begins with a prompt, a session. */
const COMMANDS = /^(?:text|plaintext|sh|shell|bash|zsh|fish|ksh|powershell|pwsh|ps1?|cmd|bat|batch|dos|py|python)$/;

/** Prompts of shells: `$`, `%`, of a user at a host, of a folder, with the name of an environment before it. */
const SHELL =
  /^\s*(?:\([\w.-]+\) ?)?(?:\[?[\w.-]+@[\w.-]+(?::| )?[^\s$#%>]*\]?[ ]?[$#%>]|(?:~|\/)[\w./~-]*[ ]?[$#%]|[$%❯➜]) /u;
const WINDOWS = /^\s*(?:PS(?: [A-Za-z]:[^>]*| [~/][^>]*)?>|[A-Za-z]:\\[^>]*>) ?/;
const PYTHON = /^\s*>>> /;
/** Clients of databases and shells of languages: `shop=#`, `mysql>`, `jshell>`. */
const CLIENT = /^\s*[a-z][\w.-]*(?:\[\w+\])?(?:=[#>*]|>) /;
/** The following lines of a command of several, as each of these shows them. */
const CONTINUED = /^\s*(?:>>?|\.\.\.|quote>|dquote>|heredoc>)(?: |$)/;
const HERE_DOCUMENT = /<<(-?)\s*(['"]?)(\w+)\2/;

/**
 * The part of a code block that a learner pastes: of a session in a terminal its commands, without prompts and output. Text
 * without prompts, and code in other languages, stays as it is.
 * @param language as its author wrote it, in lower case
 */
export function commandsOf(code: string, language: string): string {
  const prompts = SESSIONS.test(language) ? [SHELL, WINDOWS, PYTHON, CLIENT] : [SHELL, WINDOWS, PYTHON];
  const lines = code.split('\n');
  const withoutPrompt = (line: string): string | null => {
    const prompt = prompts.find((one) => one.test(line));
    return prompt === undefined ? null : line.replace(prompt, '');
  };
  const first = lines.find((line) => line.trim() !== '' && !/^\s*#/.test(line)) ?? '';
  if (!SESSIONS.test(language) && !(COMMANDS.test(language) && withoutPrompt(first) !== null)) return code;

  const commands: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const command = withoutPrompt(lines[at] ?? '');
    if (command === null) continue;
    const following = lines.slice(at + 1);
    const own = [command, ...continuationOf(command, following)];
    commands.push(...own);
    at += own.length - 1;
  }
  return commands.length === 0 ? code : commands.join('\n');
}

/** The lines that belong to a command: after a prompt for more, after `\` at the end, and of a here-document. */
function continuationOf(command: string, following: readonly string[]): string[] {
  const prompted = CONTINUED.test(following[0] ?? '');
  const taken: string[] = [];
  const [, , , end] = HERE_DOCUMENT.exec(command) ?? [];
  for (const line of following) {
    const last = taken.at(-1) ?? command;
    const isOpen = end === undefined ? /[\\`]$/.test(last) : last.trim() !== end;
    if (prompted ? !CONTINUED.test(line) : !isOpen) break;
    taken.push(prompted ? line.replace(CONTINUED, '') : line);
  }
  return taken;
}
