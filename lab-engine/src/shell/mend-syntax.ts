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
  for (const node of nodesOf(statements, 'For')) mendList(node as { words: SimpleNode['args'] | null });
  if (functions.size === 0) for (const node of nodesOf(statements, 'SimpleCommand')) mendName(node as SimpleNode);
  for (const pipeline of [...nodesOf(statements, 'Pipeline')] as Statement['pipelines'])
    for (const [at, command] of pipeline.commands.entries()) {
      if (pipeline.pipeStderr?.[at] === true || isMerged(command)) mergeWithin(command);
      pipeline.commands[at] = arithmeticOf(command) ?? command;
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
      } else if (first.type === 'SimpleCommand') first.redirections.unshift(MERGE);
    }
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
