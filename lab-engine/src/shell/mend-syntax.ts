import { bodiesOf, literalOf, nodesOf, type SimpleNode, type Statement, statementsOf } from './shell-syntax.ts';

type Command = Statement['pipelines'][number]['commands'][number];
type Redirection = SimpleNode['redirections'][number];
interface Part {
  type: string;
  parts?: Part[];
}

/** Runs the words that follow it as a command. */
const COMMAND = 'command';
/** Passes on a whole number, and refuses everything else. */
export const NUMBER = 'academy-number';
const VARIABLE = 'academy_number';
/** Passes on a text that stands in a replacement for itself, and refuses everything else. */
export const PLAIN = 'academy-plain';
/**
 * `begin`: notes that the next script writes its errors where its output goes, after a look whether the path names a script of
 * bash; `end`: that it has ended, with a status.
 */
export const MERGES = 'academy-merges';
/** Notes that a loop is left by `break`, and how many. */
export const BREAK = 'academy-break';
/** Ends with the status of a loop: 0 after `break`, where the library keeps the one of the command before. */
export const LOOP_END = 'academy-loop-end';

const wordOf = (value: string): NonNullable<SimpleNode['name']> => ({
  type: 'Word',
  parts: [{ type: 'Literal', value }],
});
const MERGE: Redirection = { type: 'Redirection', fd: 2, operator: '>&', target: wordOf('1') };

/**
 * Writes a script so that the shell's library does with it what bash does: `$(...)` within arithmetic, commands that are the
 * words of a variable, the status after `break`, and `2>&1` of groups, which orders what their commands write.
 *
 * @param functions names that are functions or aliases
 */
export function mendSyntax(statements: readonly Statement[], functions: ReadonlySet<string>): void {
  mendArithmetic(statements);
  mendReplacements(statements);
  for (const node of nodesOf(statements, 'For')) mendList(node as { words: SimpleNode['args'] | null });
  if (functions.size === 0) for (const node of nodesOf(statements, 'SimpleCommand')) mendName(node as SimpleNode);
  for (const pipeline of [...nodesOf(statements, 'Pipeline')] as Statement['pipelines'])
    for (const [at, command] of pipeline.commands.entries()) {
      if (pipeline.pipeStderr?.[at] === true || isMerged(command)) mergeWithin(command);
      pipeline.commands[at] = arithmeticOf(command) ?? command;
      if (isMergedScript(command, pipeline.pipeStderr?.[at])) pipeline.commands[at] = mergedScript(command);
      if (/^(For|CStyleFor|While|Until)$/.test(command.type)) pipeline.commands[at] = withEnd(command);
    }
}

/** A loop that notes its `break`, and ends with its own status. A loop without `break` stays as it is. */
function withEnd(loop: Command): Command {
  let hasBreak = false;
  for (const pipeline of [...nodesOf(loop, 'Pipeline')] as Statement['pipelines'])
    for (const [at, command] of pipeline.commands.entries()) {
      if (command.type !== 'SimpleCommand' || literalOf(command.name) !== 'break') continue;
      hasBreak = true;
      const count = literalOf(command.args[0]) ?? '1';
      if (pipeline.commands.length === 1) pipeline.commands[at] = group(statementsOf(`${BREAK} ${count}`), command);
    }
  return hasBreak || hasNotedBreak(loop) ? group([], loop, statementsOf(`${LOOP_END} "$?"`)) : loop;
}

/** Of a loop within a loop the outer one has done it. */
const hasNotedBreak = (loop: Command): boolean =>
  ([...nodesOf(loop, 'SimpleCommand')] as SimpleNode[]).some(({ name }) => literalOf(name) === BREAK);

const group = (before: readonly Statement[], command: Command, after: readonly Statement[] = []): Command => ({
  type: 'Group',
  body: [
    ...before,
    {
      type: 'Statement',
      pipelines: [{ type: 'Pipeline', commands: [command], negated: false }],
      operators: [],
      background: false,
    },
    ...after,
  ],
  redirections: [],
});

/** Whether a command writes its errors where its output goes. */
export const isMerged = ({ redirections }: Pick<Command, 'redirections'>): boolean =>
  redirections.some(
    ({ operator, fd, target }) =>
      operator === '&>' ||
      operator === '&>>' ||
      (operator === '>&' && fd === 2 && target.type === 'Word' && literalOf(target) === '1'),
  );

/** Whether a command runs a script, and writes its errors where its output goes. */
const isMergedScript = (command: Command, isPiped = false): command is SimpleNode =>
  command.type === 'SimpleCommand' &&
  (isPiped || isMerged(command)) &&
  /^(ba)?sh$|\//.test(literalOf(command.name) ?? '') &&
  !JSON.stringify(command.args).includes('"parameter":"?"');

function mergedScript(command: SimpleNode): Command {
  const before = statementsOf(`${MERGES} begin`);
  const isCalled = literalOf(command.name)?.includes('/') === true && command.name !== null;
  if (isCalled && command.name !== null) {
    for (const node of nodesOf(before, 'SimpleCommand')) (node as SimpleNode).args.push(command.name);
    command.args = [command.name, ...command.args];
    command.name = wordOf('bash');
  }
  return group(before, command, statementsOf(`${MERGES} end "$?"`));
}

/** Lets all commands of a script write their errors where its output goes, each at its time. */
export const mergeScript = (statements: Statement[]): void =>
  mergeWithin({ type: 'Group', body: statements, redirections: [] });

/** The library takes `((x -= 1))` for two subshells. */
function arithmeticOf(command: Command): Command | null {
  if (command.type !== 'Subshell') return null;
  const [inner, ...others] = command.body.flatMap(({ pipelines }) => pipelines.flatMap(({ commands }) => commands));
  if (inner?.type !== 'Subshell' || others.length > 0) return null;
  const [simple, ...more] = [...nodesOf(inner, 'SimpleCommand')] as SimpleNode[];
  const words = simple === undefined ? [] : [simple.name, ...simple.args].map(literalOf);
  if (more.length > 0 || words.includes(null) || !/^[-+*/%]=$/.test(words[1] ?? '')) return null;
  return statementsOf(`((${words.join('')}))`)[0]?.pipelines[0]?.commands[0] ?? null;
}

/** The library splits the words of `for x` without a list. */
function mendList(loop: { words: SimpleNode['args'] | null }): void {
  const [all] = [...nodesOf(statementsOf('echo "$@"'), 'SimpleCommand')] as SimpleNode[];
  loop.words ??= all?.args ?? null;
}

/** The library takes `$x` in the place of a command for one word. */
function mendName(node: SimpleNode): void {
  const parts = (node.name?.parts ?? []) as Part[];
  const isList = ({ type, parts: inner = [] }: Part): boolean =>
    /^(ParameterExpansion|CommandSubstitution)$/.test(type) ||
    (type === 'DoubleQuoted' &&
      inner.some((one) => /^(@|.*\[@\])$/.test((one as { parameter?: string }).parameter ?? '')));
  if (node.name === null || !parts.some(isList)) return;
  node.args = [node.name, ...node.args];
  node.name = wordOf(COMMAND);
}

/** Gives `2>&1` to the commands within a loop, a condition or a group; to a pipe as a whole. */
function mergeWithin(command: Command): void {
  if (command.type === 'SimpleCommand' || command.type === 'FunctionDef') return;
  for (const { pipelines } of bodiesOf(command))
    for (const pipeline of pipelines) {
      const [first, ...others] = pipeline.commands;
      if (first === undefined) continue;
      mergeWithin(others.at(-1) ?? first);
      if (others.length > 0) {
        const { pipeStderr = [], commands } = pipeline;
        pipeline.commands = [{ ...group([], first), redirections: [MERGE] } as Command];
        const [inner] = [...nodesOf(pipeline.commands, 'Pipeline')] as Statement['pipelines'];
        if (inner !== undefined) Object.assign(inner, { commands, pipeStderr });
      } else if (first.type === 'SimpleCommand') {
        // Of `x=$(...)` the library drops what is written to errors.
        if (first.name === null) pipeline.commands = [{ ...group([], first), redirections: [MERGE] } as Command];
        else first.redirections.unshift(MERGE);
      }
    }
}

/** In the value of `$z` in `${x/y/$z}` `&` stands for what was found; the library takes it for itself. */
function mendReplacements(statements: readonly Statement[]): void {
  for (const node of [...nodesOf(statements, 'ParameterExpansion')]) {
    const { operation } = node as { operation: { type: string; replacement?: { parts: Part[] } | null } | null };
    if (operation?.type !== 'PatternReplacement' || operation.replacement == null) continue;
    operation.replacement.parts = operation.replacement.parts.map((part) =>
      /^(ParameterExpansion|CommandSubstitution)$/.test(part.type) ? plainOf(part) : part,
    );
  }
}

function plainOf(part: Part): Part {
  const statements = statementsOf(`${PLAIN} "$x"`);
  for (const quoted of nodesOf(statements, 'DoubleQuoted')) Object.assign(quoted, { parts: [part] });
  return { type: 'CommandSubstitution', body: { type: 'Script', statements }, legacy: false } as Part;
}

/** The library takes `$(...)` within `$((...))` for 0: it is put into a variable before. */
function mendArithmetic(statements: readonly Statement[]): void {
  for (const node of [...nodesOf(statements, 'ArithmeticExpansion')]) {
    const { expression } = node as { expression: { originalText?: string } };
    const commands = [...nodesOf(expression, 'ArithCommandSubst')] as { command: string }[];
    let text = expression.originalText;
    if (commands.length === 0 || text === undefined || /\+\+|--|[^<>=!]=[^=]/.test(text)) continue;
    let before = '';
    for (const [at, { command }] of commands.entries()) {
      const written = `$(${command})`;
      if (!text.includes(written)) return;
      text = text.replace(written, () => `${VARIABLE}_${at}`);
      before += `${VARIABLE}_${at}=$({ ${command}\n} | ${NUMBER})\n`;
    }
    const body = statementsOf(`${before}echo $((${text}))`);
    mendArithmetic(body);
    for (const key of Object.keys(node)) delete (node as Record<string, unknown>)[key];
    Object.assign(node, { type: 'CommandSubstitution', body: { type: 'Script', statements: body }, legacy: false });
  }
}
