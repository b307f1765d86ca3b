import { Bash } from 'just-bash/browser';

/** Only reads commands: its files and state are not used. */
const reader = new Bash({ commands: [] });

type Script = ReturnType<Bash['transform']>['ast'];
export type Statement = Script['statements'][number];
type Command = Statement['pipelines'][number]['commands'][number];
export type FunctionNode = Extract<Command, { type: 'FunctionDef' }>;
export type SimpleNode = Extract<Command, { type: 'SimpleCommand' }>;
type Word = NonNullable<SimpleNode['name']>;

/** The statements of a script. Throws when it cannot be read. */
export const statementsOf = (script: string): Statement[] => reader.transform(script).ast.statements;

/** The text of a word without expansions; null when it has any. */
export function literalOf(word: Word | null | undefined): string | null {
  let text = '';
  for (const part of word?.parts ?? []) {
    if (part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'Escaped') text += part.value;
    else if (part.type === 'DoubleQuoted') {
      const inner = literalOf({ ...(word as Word), parts: part.parts });
      if (inner === null) return null;
      text += inner;
    } else return null;
  }
  return word == null ? null : text;
}

/** A line that no command swallows once it is complete. */
const NEXT = 'academy-next';

/**
 * Whether a command is complete: its next line would begin another one. A command that is wrong is complete, too.
 * Loops, open quotes, here-documents, a pipe or a backslash at the end of a line are not.
 */
export function isComplete(command: string): boolean {
  try {
    const [pipeline, ...others] = statementsOf(`${command}\n: ${NEXT}\n`).at(-1)?.pipelines ?? [];
    const [last, ...piped] = pipeline?.commands ?? [];
    const isNext = last?.type === 'SimpleCommand' && literalOf(last.name) === ':' && literalOf(last.args[0]) === NEXT;
    return isNext && others.length === 0 && piped.length === 0 && !endsInBackslash(command);
  } catch (error) {
    const { message, line } = { line: 0, ...(error as Error & { line?: number }), message: (error as Error).message };
    return !/EOF|unterminated/.test(message) && line <= command.split('\n').length;
  }
}

/** The last line goes on; a backslash in a comment is part of it. */
function endsInBackslash(command: string): boolean {
  const last = command.slice(command.lastIndexOf('\n') + 1);
  return /(^|[^\\])(\\\\)*\\$/.test(last) && !/(^|\s)#/.test(last);
}

/** Everything of one kind in a script, however deep. */
export function* nodesOf(node: unknown, type: string): Generator<object> {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === type) yield node;
  for (const value of Object.values(node)) yield* nodesOf(value, type);
}

/** The functions that a script defines, by name; of several with one name the last. */
export function functionsOf(statements: readonly Statement[]): Map<string, FunctionNode> {
  const nodes = [...nodesOf(statements, 'FunctionDef')] as FunctionNode[];
  return new Map(nodes.map((node) => [node.name, node]));
}

/** A statement that defines a function again. */
export const definition = (node: FunctionNode): Statement => ({
  type: 'Statement',
  pipelines: [{ type: 'Pipeline', commands: [node], negated: false }],
  operators: [],
  background: false,
});

const GIVES_INPUT = new Set(['<', '<<', '<<<', '<<-', '<&', '<>']);

/** The first command that would wait for the keyboard, outside of functions; null: none does. */
export function keyboardReader(statements: readonly Statement[]): string | null {
  for (const { pipelines } of statements)
    for (const { commands } of pipelines) {
      const [first] = commands;
      const reader = first === undefined ? null : readerIn(first);
      if (reader !== null) return reader;
    }
  return null;
}

function readerIn(command: Command): string | null {
  if (command.redirections.some(({ operator }) => GIVES_INPUT.has(operator))) return null;
  if (command.type !== 'SimpleCommand') {
    const inner = [...bodiesOf(command)];
    return keyboardReader(inner);
  }
  const name = literalOf(command.name);
  const words = command.args.map((word) => literalOf(word));
  const isOther = words.some((word) => word === null || /^-(u|-help)/.test(word));
  if (name === 'read' || name === 'mapfile' || name === 'readarray') return isOther ? null : name;
  return name === 'cat' && words.every((word) => word === '-' || word?.startsWith('-') === true) ? name : null;
}

/** Statements directly within a loop, a condition or a group. */
export function* bodiesOf(command: Command): Generator<Statement> {
  const { body, condition, clauses, elseBody, items } = command as {
    body?: unknown;
    condition?: unknown;
    clauses?: unknown;
    elseBody?: unknown;
    items?: unknown;
  };
  if (command.type === 'FunctionDef') return;
  const lists: unknown[] = [condition, body, elseBody];
  for (const parts of [clauses, items])
    for (const one of (Array.isArray(parts) ? parts : []) as { condition?: unknown; body?: unknown }[])
      lists.push(one.condition, one.body);
  for (const list of lists) if (Array.isArray(list)) yield* list as Statement[];
}

/** Statements of a script and of its loops, conditions and groups, without those of functions. */
export function* statementsIn(statements: readonly Statement[]): Generator<Statement> {
  for (const statement of statements) {
    yield statement;
    for (const { commands } of statement.pipelines)
      for (const command of commands) if (command.type !== 'SimpleCommand') yield* statementsIn([...bodiesOf(command)]);
  }
}
