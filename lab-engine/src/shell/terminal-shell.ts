import { type BashExecResult, type BashOptions, defineCommand } from 'just-bash/browser';
import { HonestBash } from './honest-bash.ts';
import { textOf } from './program-input.ts';
import {
  definition,
  type FunctionNode,
  functionsOf,
  keyboardReader,
  literalOf,
  nodesOf,
  type SimpleNode,
  type Statement,
  statementsOf,
} from './shell-syntax.ts';

/** What one command of a terminal leaves behind for the next, beside files. */
interface State {
  env: Record<string, string>;
  folder: string;
  status: number;
  /** The last word of the command before, `$_`. */
  lastWord: string;
  /** Options of `set` that are on. */
  options: readonly string[];
  /** `$1`, `$2` ... */
  words: readonly string[];
  /** Commands that declare arrays and variables with attributes again. */
  declared: readonly Statement[];
  /** Variables with attributes that have no value yet, which `declare -p` leaves out: the commands that declare them, by name. */
  empty: ReadonlyMap<string, string>;
  functions: ReadonlyMap<string, FunctionNode>;
  /** The folders of `pushd`, the current one first. */
  folders: readonly string[];
}

/** Options that end the terminal or hide what is typed in it, or that only make sense in a script. */
const NOT_KEPT = /^(errexit|noexec|braceexpand|hashall|interactive-comments|emacs|vi)$/;
/** Attributes of variables that are not part of their value: arrays, numbers, lower and upper case, references. */
const ATTRIBUTES = /^-[a-zA-Z]*[aAilun]/;
/** Arrays of the shell itself. */
const OWN = /^(PIPESTATUS|FUNCNAME|BASH_[A-Z]+|DIRSTACK|GROUPS)$/;
const MAX_HISTORY = 500;

/* Commands before and behind those of the learner. */
const STATUS = 'academy-status';
const MARK = 'academy-mark';
const KEEP = 'academy-keep';
const BEHIND = statementsOf(
  `${MARK} "$?" "$_" "$SHELLOPTS" "$@"; { set +x +v; declare -p; echo ${KEEP}; declare -F; echo ${KEEP}; dirs -p -l; } 2>/dev/null | ${KEEP}`,
);
/** What `set -x` says about them. */
const TRACES = /^\++ academy-[a-z-]+ ?.*\n/gm;

const NO_KEYBOARD =
  'nothing can be typed to a running command in labs of the browser. Give it its input: read name <<< "value", or cat > file <<EOF';

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** The shell of one terminal: variables, functions, options and folder live from one command to the next. */
export class TerminalShell {
  readonly #bash: HonestBash;
  readonly #reads: () => Set<string>;
  #state: State;
  /** What `history` lists. */
  #history: string[] = [];
  /** What the command that runs leaves behind; null until it has ended by itself. */
  #left: { status: number; words: readonly string[]; text: string } | null = null;
  /** For the next script that is read: it is the learner's, and not one that a command starts. */
  #frame: { before: readonly Statement[]; own: Statement[] } | null = null;

  /** @param reads files that were read since the set was emptied, for the functions of scripts that are sourced */
  constructor(options: BashOptions, folder: string, reads: () => Set<string>) {
    const { customCommands = [] } = options;
    this.#reads = reads;
    this.#bash = new HonestBash(
      { ...options, cwd: folder, customCommands: [...customCommands, ...this.#frameCommands()] },
      () => new Set([...this.names().functions, ...this.names().aliases]),
    );
    this.#bash.registerTransformPlugin({
      name: 'state',
      transform: ({ ast }) => {
        const frame = this.#frame;
        this.#frame = null;
        if (frame === null) return { ast };
        frame.own = ast.statements;
        return { ast: { ...ast, statements: [...frame.before, ...ast.statements, ...BEHIND] } };
      },
    });
    this.#state = {
      env: { ...this.#bash.getEnv(), PWD: folder, OLDPWD: folder },
      folder,
      status: 0,
      lastWord: '',
      options: [],
      words: [],
      declared: statementsOf('shopt -s expand_aliases'),
      empty: new Map(),
      functions: new Map(),
      folders: [folder],
    };
  }

  /** Folder in which the next command runs. */
  get folder(): string {
    return this.#state.folder;
  }

  /** Names that commands may have here beside those of programs, and the values of variables. */
  names(): { functions: string[]; aliases: string[]; variables: ReadonlyMap<string, string> } {
    const { env, functions } = this.#state;
    const aliases = Object.keys(env).flatMap((name) => /^BASH_ALIAS_(.+)/.exec(name)?.[1] ?? []);
    return { functions: [...functions.keys()], aliases, variables: new Map(Object.entries(env)) };
  }

  /**
   * Runs a command. One that cannot be read, that ends the shell or is interrupted leaves nothing behind but its status.
   */
  async run(command: string, signal: AbortSignal): Promise<BashExecResult> {
    const { env, folder } = this.#state;
    const frame = { before: this.#before(), own: [] as Statement[] };
    [this.#left, this.#frame] = [null, frame];
    this.#reads().clear();
    this.#history = [...this.#history, ...(command === ':' ? [] : [command])].slice(-MAX_HISTORY);
    const result = await this.#bash.exec(command, {
      cwd: folder,
      env: { ...env, PWD: folder },
      replaceEnv: true,
      rawScript: true,
      signal,
    });
    this.#frame = null;
    const reader = keyboardReader(frame.own);
    const hint = reader === null ? '' : `${reader}: ${NO_KEYBOARD}\n`;
    const stderr = result.stderr.replace(TRACES, '') + hint;
    await this.#note(frame.own, result);
    this.#state = { ...this.#state, status: result.exitCode };
    return { ...result, stderr };
  }

  #frameCommands() {
    const ok = (exitCode: number) => ({ stdout: '', stderr: '', exitCode });
    return [
      defineCommand('history', async ([count = '']) => {
        const lines = this.#history.map((command, at) => `${String(at + 1).padStart(5)}  ${command}\n`);
        return { ...ok(0), stdout: lines.slice(count === '' ? 0 : -Number(count)).join('') };
      }),
      defineCommand(STATUS, async ([status]) => ok(Number(status))),
      defineCommand(MARK, async ([status, ...words]) => {
        this.#left = { status: Number(status), words, text: '' };
        return ok(0);
      }),
      defineCommand(KEEP, async (_args, { stdin }) => {
        if (this.#left !== null) this.#left.text = textOf(stdin);
        return ok(this.#left?.status ?? 0);
      }),
    ];
  }

  /** Brings back what earlier commands have left. */
  #before(): Statement[] {
    const { declared, functions, options, words, folders, status, lastWord, folder } = this.#state;
    const others = folders.slice(1).reverse();
    const stack =
      others.length === 0
        ? ''
        : [...others, folder].map((one, at) => `${at === 0 ? 'cd' : 'pushd'} ${quoted(one)}`).join('; ');
    const script = [
      words.length === 0 ? '' : `set -- ${words.map(quoted).join(' ')}`,
      stack === '' ? '' : `{ ${stack}; } > /dev/null 2>&1`,
      options.map((name) => `set -o ${name}`).join('; '),
      `${STATUS} ${status} ${quoted(lastWord)}`,
    ];
    return [
      ...declared,
      ...[...functions.values()].map(definition),
      ...statementsOf(script.filter(Boolean).join('\n')),
    ];
  }

  async #note(own: readonly Statement[], { env }: BashExecResult): Promise<void> {
    const left = this.#left;
    if (left === null) return;
    const [lastWord = '', options = '', ...words] = left.words;
    const [declared = '', functions = '', folders = ''] = left.text.split(`${KEEP}\n`).slice(-3);
    const names = functions.split('\n').flatMap((line) => /^declare -f\S* (\S+)/.exec(line)?.[1] ?? []);
    const known = new Map([...this.#state.functions, ...(await this.#definitions(own))]);
    const empty = new Map([...this.#state.empty, ...emptyOf(own)].filter(([name]) => !(name in env)));
    this.#state = {
      env,
      empty,
      folder: env.PWD ?? this.#state.folder,
      status: left.status,
      lastWord,
      options: options.split(':').filter((name) => name !== '' && !NOT_KEPT.test(name)),
      words,
      declared: [...statementsOf(['shopt -s expand_aliases', ...empty.values()].join('\n')), ...declarations(declared)],
      functions: new Map(names.flatMap((name) => (known.has(name) ? [[name, known.get(name) as FunctionNode]] : []))),
      folders: folders.split('\n').filter((line) => line !== ''),
    };
  }

  /** Functions that a command defines itself, by `eval`, or in files that it sources. */
  async #definitions(own: readonly Statement[]): Promise<Map<string, FunctionNode>> {
    const found = functionsOf(own);
    const commands = [...nodesOf(own, 'SimpleCommand')] as SimpleNode[];
    const add = (script: string) => {
      for (const [name, node] of readable(script)) found.set(name, node);
    };
    for (const { name, args } of commands)
      if (literalOf(name) === 'eval') add(args.map((word) => literalOf(word) ?? '').join(' '));
    if (commands.some(({ name }) => /^(source|\.)$/.test(literalOf(name) ?? '')))
      for (const path of this.#reads()) add(await this.#bash.readFile(path).catch(() => ''));
    return found;
  }
}

function readable(script: string): Map<string, FunctionNode> {
  try {
    return functionsOf(statementsOf(script));
  } catch {
    return new Map();
  }
}

/** Commands that give attributes to variables without a value, by the variable. */
function emptyOf(own: readonly Statement[]): [name: string, command: string][] {
  const commands = [...nodesOf(own, 'SimpleCommand')] as SimpleNode[];
  return commands.flatMap(({ name, args }) => {
    const words = args.map(literalOf);
    const [options, variable] = words;
    const isOne =
      /^(declare|typeset)$/.test(literalOf(name) ?? '') && words.length === 2 && /^-[uli]$/.test(options ?? '');
    return isOne && /^\w+$/.test(variable ?? '') ? [[variable ?? '', `declare ${options} ${variable}`]] : [];
  });
}

/** The variables of `declare -p` that the environment does not carry: declared first, because `declare a=(...)` splits values. */
function declarations(text: string): Statement[] {
  const commands = text.split('\n').flatMap((line) => {
    const [, attributes = '', assigned = ''] = /^declare (-\S+) (.*)/.exec(line) ?? [];
    const [name = ''] = assigned.split('=', 1);
    if (!ATTRIBUTES.test(attributes) || attributes.includes('r') || OWN.test(name)) return [];
    const isWhole = /n/.test(attributes) || name === assigned;
    return isWhole ? [`declare ${attributes} ${assigned}`] : [`declare ${attributes} ${name}`, assigned];
  });
  return commands.flatMap((command) => readableStatements(command));
}

function readableStatements(script: string): Statement[] {
  try {
    return statementsOf(script);
  } catch {
    return [];
  }
}
