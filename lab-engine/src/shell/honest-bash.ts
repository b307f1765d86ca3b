import {
  Bash,
  type BashExecResult,
  type BashOptions,
  type CommandName,
  defineCommand,
  type ExecOptions,
  getCommandNames,
} from 'just-bash/browser';
import { BUILTINS, ownCommands } from './commands.ts';
import { inRealWords } from './error-words.ts';
import { BREAK, isMerged, LOOP_END, MERGES, mendSyntax, mergeScript, NUMBER, PLAIN } from './mend-syntax.ts';
import { type Run, textOf } from './program-input.ts';
import { judgeWords } from './program-rules.ts';
import { BUILTIN_RULES, MISSING, PROGRAMS } from './program-table.ts';
import { missing, REFUSED, sentence } from './refusals.ts';
import { functionsOf, literalOf, nodesOf, type SimpleNode, type Statement, statementsOf } from './shell-syntax.ts';
import { syntaxWrong, unreadableWrong } from './syntax-rules.ts';

type Transform = Parameters<Bash['registerTransformPlugin']>[0];

/** Error of a file whose folder is not there; a program would say so and end, the library ends everything. */
const NO_FOLDER = 'ENOENT: no such file or directory, open';
/** What the library says of a variable that has a value in its place, `${x-value}`; of several words that are one variable. */
const UNBOUND = /^bash: (\w+): unbound variable$/m;
const NOT_FOUND = /^bash: \S+ [^\n]*: (?:command not found|No such file or directory)$/m;
/** Programs that the library ends at a file that is not there, without the other files. */
const ENDS_EARLY = /^(nl|rev|fold|expand|unexpand|column|paste|join|comm)$/;
/** Stands in a script for a command that is refused when it is reached. */
const REFUSE = 'academy-refuse';

/**
 * The shell's library with the truth about it: what it would do otherwise than bash and GNU's programs ends the whole command with
 * one sentence and status 2, wherever in it that is, so that no wrong result is counted, written or hidden.
 */
export class HonestBash {
  readonly #bash: Bash;
  readonly #functions: () => ReadonlySet<string>;
  /** Whether the next script that is read is one that a command starts. */
  #isInner = false;
  /** What the scripts of a command have that decides how their results are judged. */
  #has = { merged: false, wordsAsCommand: false, path: false, defaults: new Set<string>() };
  #loopsToLeave = 0;
  /** Whether the next script writes its errors where its output goes. */
  #merges = false;
  #refusal: { said: string | null; abort: AbortController } = { said: null, abort: new AbortController() };

  /** @param functions names of functions and aliases, which come before programs */
  constructor(options: BashOptions, functions: () => ReadonlySet<string> = () => new Set()) {
    const own = ownCommands((program, what, instead) => this.#refuse(sentence(program, what, instead)));
    const { customCommands = [] } = options;
    const library = (getCommandNames() as CommandName[]).filter((name) => name in PROGRAMS);
    const names = new Set<string>([...library, ...Object.keys(own)]);
    this.#functions = functions;
    this.#bash = new Bash({
      ...options,
      commands: library,
      customCommands: [
        ...[...names].map((name) => this.#command(name, own[name])),
        ...customCommands,
        defineCommand(REFUSE, async ([said = '']) => this.#refuse(said)),
        defineCommand(BREAK, async ([count]) => {
          this.#loopsToLeave = Number(count);
          return { stdout: '', stderr: '', exitCode: 0 };
        }),
        defineCommand(LOOP_END, async ([status]) => {
          const isLeft = this.#loopsToLeave > 0;
          if (isLeft) this.#loopsToLeave -= 1;
          return { stdout: '', stderr: '', exitCode: isLeft ? 0 : Number(status) };
        }),
        defineCommand(MERGES, async ([when, what], { fs, cwd }) => {
          this.#merges = when === 'begin';
          if (!this.#merges) return { stdout: '', stderr: '', exitCode: Number(what) };
          if (what === undefined || (await isScript(fs, fs.resolvePath(cwd, what))))
            return { stdout: '', stderr: '', exitCode: 0 };
          return this.#refuse(sentence(what, 'output and errors in one stream'));
        }),
        defineCommand(PLAIN, async ([text = '']) =>
          /[&\\]|\n$/.test(text)
            ? this.#refuse(sentence('bash', '& or \\ in the value of ${x/y/$z}'))
            : { stdout: text, stderr: '', exitCode: 0 },
        ),
        defineCommand(NUMBER, async (_args, { stdin }) => {
          const number = textOf(stdin).trim();
          if (!/^-?(0|[1-9]\d{0,14})$/.test(number))
            return this.#refuse(sentence('bash', '$(...) within arithmetic that is no number'));
          return { stdout: number, stderr: '', exitCode: 0 };
        }),
      ],
    });
    this.registerTransformPlugin({ name: 'honesty', transform: ({ ast }) => this.#judge(ast) });
  }

  registerTransformPlugin(plugin: Transform): void {
    this.#bash.registerTransformPlugin(plugin);
  }

  getEnv(): Record<string, string> {
    return this.#bash.getEnv();
  }

  readFile(path: string): Promise<string> {
    return this.#bash.readFile(path);
  }

  /** Runs a command. Rejects when it is interrupted. */
  async exec(command: string, options: ExecOptions): Promise<BashExecResult> {
    const refusal = { said: null as string | null, abort: new AbortController() };
    this.#refusal = refusal;
    this.#isInner = false;
    this.#loopsToLeave = 0;
    this.#merges = false;
    this.#has = { merged: false, wordsAsCommand: false, path: false, defaults: new Set() };
    const signals = [refusal.abort.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const ended = this.#bash.exec(command, { ...options, signal: AbortSignal.any(signals) });
    const result = await ended.catch((error: unknown) => {
      if (String(error).includes(NO_FOLDER)) refusal.said = sentence('bash', 'files in folders that are not there');
      if (refusal.said === null) throw error;
      return { stdout: '', env: options.env ?? {} };
    });
    if ('stderr' in result) refusal.said ??= this.#wrongOf(result.stderr);
    if (refusal.said !== null) return { ...result, stdout: '', stderr: refusal.said, exitCode: REFUSED };
    const unreadable =
      'stderr' in result && result.exitCode === REFUSED ? unreadableWrong(command, result.stderr) : null;
    return unreadable === null
      ? (result as BashExecResult)
      : { ...result, stderr: sentence('bash', unreadable), exitCode: REFUSED };
  }

  /** What the messages of a command tell of the library's mistakes. */
  #wrongOf(stderr: string): string | null {
    const [, unbound = ''] = UNBOUND.exec(stderr) ?? [];
    if (this.#has.defaults.has(unbound)) return sentence('bash', `set -u with \${${unbound}-...}`);
    return this.#has.wordsAsCommand && NOT_FOUND.test(stderr) ? sentence('bash', 'a variable as a command') : null;
  }

  #refuse(said: string) {
    this.#refusal.said ??= said;
    this.#refusal.abort.abort();
    return { stdout: '', stderr: said, exitCode: REFUSED };
  }

  /** A program of the library or of ours: it gets only words that it has right. */
  #command(name: string, own: Run | undefined) {
    return defineCommand(name, async (args, context) => {
      const judged = judgeWords(PROGRAMS[name] ?? {}, args);
      if ('wrong' in judged) return this.#refuse(sentence(name, judged.wrong));
      const words = judged.words.filter((word) => word !== null);
      const ended =
        own?.(words, context) ?? context.origCommand?.(words) ?? Promise.resolve(this.#refuse(missing(name)));
      const result = await ended.catch((error: unknown) => {
        if (!String(error).includes('ENOENT')) throw error;
        return { stdout: '', stderr: `${name}: ${(error as Error).message}\n`, exitCode: 1 };
      });
      // Commands of a script have written into one stream themselves; what is left stands in two on purpose.
      if (this.#has.merged && !/^(ba)?sh$/.test(name) && result.stdout !== '' && result.stderr !== '')
        return this.#refuse(sentence(name, 'output and errors in one stream'));
      if (name === 'tac' || (ENDS_EARLY.test(name) && /no such file or directory/i.test(result.stderr))) {
        const there = await Promise.all(
          words.map((word) => context.fs.exists(context.fs.resolvePath(context.cwd, word))),
        );
        if (there.includes(true) && there.includes(false))
          return this.#refuse(sentence(name, 'files of which one is not there'));
      }
      return inRealWords(name, words, context, result);
    });
  }

  #judge(ast: Parameters<Transform['transform']>[0]['ast']) {
    const functions = new Set([...this.#functions(), ...functionsOf(ast.statements).keys()]);
    if (this.#isInner && this.#merges) mergeScript(ast.statements);
    this.#merges = false;
    mendSyntax(ast.statements, functions);
    const isCalled = this.#has.path && this.#isInner && JSON.stringify(ast).includes('"parameter":"0"');
    const wrong = isCalled ? '$0 of a script that is called by its path' : syntaxWrong(ast.statements, this.#isInner);
    this.#isInner = true;
    this.#note(ast.statements);
    if (wrong !== null) {
      this.#refuse(sentence('bash', wrong));
      return { ast: { ...ast, statements: [] } };
    }
    for (const node of [...nodesOf(ast.statements, 'SimpleCommand')] as SimpleNode[]) {
      const said = refusalOf(node, functions);
      if (said === null) continue;
      node.name = wordOf(REFUSE);
      node.args = [wordOf(said)];
    }
    return { ast };
  }

  #note(statements: readonly Statement[]): void {
    const commands = [...nodesOf(statements, 'SimpleCommand')] as SimpleNode[];
    if (commands.some(isMerged) || JSON.stringify(statements).includes('"pipeStderr":')) this.#has.merged = true;
    if (commands.some(({ name }) => literalOf(name)?.includes('/'))) this.#has.path = true;
    if (commands.some(isOfVariables)) this.#has.wordsAsCommand = true;
    for (const node of nodesOf(statements, 'ParameterExpansion')) {
      const { parameter, operation } = node as {
        parameter: string;
        operation: { type: string; checkEmpty?: boolean } | null;
      };
      if (operation?.type === 'DefaultValue' && operation.checkEmpty === false) this.#has.defaults.add(parameter);
    }
  }
}

/** Whether a file is a program of bash. */
async function isScript(fs: Parameters<Run>[1]['fs'], path: string): Promise<boolean> {
  if (!(await fs.exists(path)) || ((await fs.stat(path)).mode & 0o111) === 0) return false;
  return /^(?!#!)|^#!\s*\S*\/(?:env\s+)?(?:ba)?sh\b/.test(await fs.readFile(path));
}

const isOfVariables = (node: SimpleNode): boolean =>
  (node.name?.parts ?? []).some(({ type }) => /^(ParameterExpansion|CommandSubstitution)$/.test(type));

const wordOf = (text: string): NonNullable<SimpleNode['name']> => ({
  type: 'Word',
  parts: [{ type: 'SingleQuoted', value: text }],
});

/** Why a command as it is written would be refused; null: it would not, as far as one can see. */
function refusalOf(node: SimpleNode, functions: ReadonlySet<string>): string | null {
  const { name, args } = node;
  const program = literalOf(name);
  if (program === null) return null;
  const isScriptWithStatus = /^(ba)?sh$/.test(program) && JSON.stringify(args).includes('"parameter":"?"');
  if (isMerged(node) && (functions.has(program) || /^(eval|source|\.)$/.test(program) || isScriptWithStatus))
    return sentence('bash', `output and errors of ${program} in one stream`);
  if (functions.has(program)) return null;
  if (program === 'type' && args.some((word) => functions.has(literalOf(word) ?? '')) && literalOf(args[0]) !== '-t')
    return sentence('type', 'the text of a function');
  if (MISSING.has(program)) return missing(program);
  const rules = BUILTIN_RULES[program] ?? PROGRAMS[program];
  if (rules === undefined) return null;
  const judged = judgeWords(rules, args.map(literalOf));
  return 'wrong' in judged ? sentence(program, judged.wrong) : null;
}

/** What of a script this shell refuses: its line, counted from 1, and the sentence. */
export interface Obstacle {
  line: number;
  said: string;
}

/**
 * Reads a script as it is written, without running it.
 *
 * @param isInner a script that another command starts, as a check is
 * @param defined names of functions and aliases that it finds; those of the script are added
 */
export function obstaclesIn(script: string, isInner = false, defined = new Set<string>()): Obstacle[] {
  const [, interpreter = 'bash'] = INTERPRETER.exec(script) ?? [];
  if (!/^(ba|da)?sh$/.test(interpreter)) return [{ line: 1, said: missing(interpreter) }];
  let statements: Statement[];
  try {
    statements = statementsOf(script);
  } catch (error) {
    const wrong = unreadableWrong(script, String(error));
    return wrong === null ? [] : [{ line: 1, said: sentence('bash', wrong) }];
  }
  for (const name of definedIn(statements)) defined.add(name);
  mendSyntax(statements, defined);
  const found = new Map<string, Obstacle>();
  const add = (line: number, said: string) => found.set(`${line} ${said}`, { line, said });
  const wrong = syntaxWrong(statements, isInner);
  const wrongs = statements.flatMap((statement) => {
    const what = syntaxWrong([statement], true);
    return what === null ? [] : [{ line: lineOf(statement), what }];
  });
  if (wrong !== null && !wrongs.some(({ what }) => what === wrong)) wrongs.unshift({ line: 1, what: wrong });
  // What is wrong with a statement alone may be right within its script.
  if (wrong !== null) for (const { line, what } of wrongs) add(line, sentence('bash', what));
  const commands = [...nodesOf(statements, 'SimpleCommand')] as SimpleNode[];
  // Files that are sourced may define anything.
  const isSourcing = commands.some(({ name }) => /^(source|\.)$/.test(literalOf(name) ?? ''));
  for (const node of commands) {
    const said = refusalOf(node, defined) ?? (isSourcing ? null : unknownOf(node, defined));
    if (said !== null) add(node.line ?? 1, said);
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** That a program is not there; null: it is there, or it is no name of a program. */
function unknownOf({ name }: SimpleNode, defined: ReadonlySet<string>): string | null {
  const program = literalOf(name) ?? '';
  const isName = /^(?!academy-)[a-z][\w.+-]*$/.test(program);
  return !isName || defined.has(program) || program in PROGRAMS || COMMANDS.has(program) ? null : missing(program);
}

/** Commands of the shell itself, beside programs. */
const COMMANDS = new Set([...BUILTINS, ...'alias break builtin command continue false time true unalias'.split(' ')]);
/** The program in the first line of a script. */
const INTERPRETER = /^#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+)*)?([^\s/]+)/;

/** Names of the functions and aliases of a script. */
function definedIn(statements: readonly Statement[]): string[] {
  const commands = [...nodesOf(statements, 'SimpleCommand')] as SimpleNode[];
  const aliases = commands
    .filter(({ name }) => literalOf(name) === 'alias')
    .flatMap(({ args }) => args.flatMap((word) => /^([^=]+)=/.exec(leadOf(word))?.[1] ?? []));
  return [...functionsOf(statements).keys(), ...aliases];
}

/** The text with which a word begins. */
const leadOf = (word: SimpleNode['args'][number]): string => {
  const [first] = word.parts;
  return first?.type === 'Literal' ? first.value : '';
};

const lineOf = (statement: Statement): number => {
  const [first] = [...nodesOf(statement, 'SimpleCommand')] as SimpleNode[];
  return first?.line ?? 1;
};
