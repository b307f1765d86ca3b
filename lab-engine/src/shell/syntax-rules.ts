import { literalOf, nodesOf, type SimpleNode, type Statement, statementsIn } from './shell-syntax.ts';

interface Part {
  type: string;
  value?: string;
  parts?: readonly Part[];
  parameter?: string;
}

interface Operation {
  type: string;
  replacement?: { parts: readonly Part[] } | null;
}

interface Arith {
  operator?: string;
  left?: Arith;
  right?: Arith;
  value?: number;
  type?: string;
}

const DECLARES = /^(local|declare|typeset|readonly|export)$/;
/** Variables of bash that have no value here, or another. */
const VARIABLES = /^(-|BASH_SOURCE|BASH_VERSINFO|EPOCHSECONDS|EPOCHREALTIME|!|COPROC|BASH_COMMAND)(\[|$)/;
const MAX_SAFE = 2 ** 53;
const MAX_BITS = 2 ** 31;

const nodes = <T>(statements: readonly Statement[], type: string): T[] => [...nodesOf(statements, type)] as T[];

/**
 * What of a script's own language the shell's library gets wrong, as a noun; null: nothing that is known.
 * @param isInner a script that another command starts
 */
export function syntaxWrong(statements: readonly Statement[], isInner = false): string | null {
  return (
    arithmeticWrong(statements) ??
    wordsWrong(statements) ??
    variablesWrong(statements) ??
    commandsWrong(statements, isInner)
  );
}

function arithmeticWrong(statements: readonly Statement[]): string | null {
  if (nodes(statements, 'ArithCommandSubst').length > 0) return '$(...) within arithmetic';
  for (const { content } of nodes<{ content: string }>(statements, 'ArithBracedExpansion'))
    if (/\[.*\]./.test(content) && !/^#/.test(content)) return `\${${content}} within arithmetic`;
  for (const { value } of nodes<{ value: number }>(statements, 'ArithNumber'))
    if (Math.abs(value) >= MAX_SAFE - 1) return 'numbers of more than 53 bits';
  for (const node of nodes<Arith>(statements, 'ArithBinary')) {
    const { operator = '', left, right } = node;
    const [a, b] = [left?.value, right?.value];
    const areKnown = left?.type === 'ArithNumber' && right?.type === 'ArithNumber';
    if (operator === '<<' && !(areKnown && (a ?? 0) * 2 ** (b ?? 0) < MAX_BITS))
      return '<< of anything but small numbers';
    if (operator === '**' && !(areKnown && (a ?? 0) ** (b ?? 0) < MAX_SAFE)) return '** of anything but small numbers';
    if (
      /^[&|^]$|^>>$/.test(operator) &&
      [left, right].some((side) => side?.type !== 'ArithNumber' && side?.operator === '*')
    )
      return `${operator} of products`;
    if (/^[/%]$/.test(operator) && right?.type === 'ArithNumber' && b === 0) return 'a division by 0';
  }
  for (const { originalText = '' } of nodes<{ originalText?: string }>(statements, 'ArithmeticExpression'))
    if (/(^|[^\w.#])0\d*[89]/.test(originalText)) return 'a number that begins with 0';
  return null;
}

function wordsWrong(statements: readonly Statement[]): string | null {
  const lists = [
    ...nodes<SimpleNode>(statements, 'SimpleCommand').flatMap(({ args, assignments }) => [
      args,
      ...assignments.map(({ array }) => array),
    ]),
    ...nodes<{ words: SimpleNode['args'] | null }>(statements, 'For').map(({ words }) => words),
  ];
  for (const { parts } of lists.flatMap((words) => words ?? [])) {
    const last = parts.at(-1);
    if (parts.some(({ type }) => type === 'Glob') && last?.type === 'Literal' && last.value.endsWith('/'))
      return 'a pattern that ends with /';
  }
  for (const { operator, target } of nodes<{ operator: string; target: unknown }>(statements, 'Redirection'))
    if (operator === '<<<' && JSON.stringify(target).includes('[*]"')) return '${a[*]} behind <<<';
  return null;
}

function variablesWrong(statements: readonly Statement[]): string | null {
  const expansions = nodes<{ parameter: string; operation: Operation | null }>(statements, 'ParameterExpansion');
  const hasMatch = JSON.stringify(statements).includes('"=~"');
  for (const { parameter, operation } of expansions) {
    if (VARIABLES.test(parameter)) return `\${${parameter}}`;
    if (operation?.type === 'PatternReplacement' && hasAmpersand(operation)) return '& in ${x/y/&}';
    if (operation?.type === 'CaseModification' && /\[[@*]\]$/.test(parameter)) return 'the case of a whole array';
    if (/^PIPESTATUS/.test(parameter) && statements.length < 2) return 'PIPESTATUS of the command before';
    if (/^BASH_REMATCH/.test(parameter) && !hasMatch) return 'BASH_REMATCH of a command before';
  }
  return null;
}

/** Since bash 5.2 it stands for what was found, unless it is quoted; so it does in the value of a variable. */
const hasAmpersand = ({ replacement }: { replacement?: { parts: readonly Part[] } | null }): boolean =>
  (replacement?.parts ?? []).some((part) => /^(Literal|Glob)$/.test(part.type) && JSON.stringify(part).includes('&'));

function commandsWrong(statements: readonly Statement[], isInner: boolean): string | null {
  if (nodes<Statement>(statements, 'Statement').some(({ background }) => background)) return '& behind a command';
  const commands = nodes<SimpleNode>(statements, 'SimpleCommand');
  let stopsAtErrors = false;
  for (const node of commands) {
    const name = literalOf(node.name) ?? '';
    const words = node.args.map(literalOf);
    if (isExpansionOfAll(node)) return '"$@" as a command';
    if (losesPath(node)) return 'PATH without the folders of programs';
    const own = node.name === null ? [] : node.assignments.map((one) => one.name);
    const uses = JSON.stringify(node.args);
    if (own.some((variable) => uses.includes(`"parameter":"${variable}"`)))
      return 'a variable that its own command gets';
    if (DECLARES.test(name)) {
      const wrong = declarationWrong(name, node, words);
      if (wrong !== null) return wrong;
    }
    if (name === 'exec' && node.redirections.length > 0) {
      const isOfStandard = node.redirections.some(({ fd, operator }) => (fd ?? (operator.startsWith('<') ? 0 : 1)) < 3);
      if (isOfStandard || statements.length < 2) return 'exec with a redirection';
    }
    if (name === 'set' && words.some((word) => /^-[a-z]*e/.test(word ?? ''))) stopsAtErrors = true;
    if (name === 'set' && isInner && words.some((word) => /^-[a-z]*[xv]|^(xtrace|verbose)$/.test(word ?? '')))
      return 'set -x in a script';
    if (name === 'set' && (words.length === 0 || /^[-+]o$/.test(words.at(-1) ?? ''))) return 'the list of set';
    if (name === 'wc' && isWideFromFile(node, words)) return 'several counts of wc behind <';
  }
  if (stopsAtErrors && hasFunctionAsCondition(statements)) return 'set -e with a function as a condition';
  const bodies = nodes<{ body: { statements: unknown[] } }>(statements, 'CommandSubstitution');
  if (stopsAtErrors && bodies.some(({ body }) => body.statements.length > 1))
    return 'set -e with several commands in $(...)';
  for (const type of stopsAtErrors ? ['For', 'While', 'Until', 'CStyleFor'] : [])
    for (const { body } of nodes<{ body: Statement[] }>(statements, type))
      if (body.some((one, at) => hasBreak(one) && (body[at - 1]?.operators ?? []).includes('&&')))
        return 'set -e with break behind a list with &&';
  const returns = [...statementsIn(statements)].some(({ pipelines }) =>
    pipelines.some(({ commands: own }) =>
      own.some((one) => one.type === 'SimpleCommand' && literalOf(one.name) === 'return'),
    ),
  );
  return returns && !isInner ? 'return outside of a function' : null;
}

/** Within a function that is a condition `set -e` does not count. */
function hasFunctionAsCondition(statements: readonly Statement[]): boolean {
  const names = new Set(nodes<{ name: string }>(statements, 'FunctionDef').map(({ name }) => name));
  const conditions = ['While', 'Until', 'IfClause', 'If'].flatMap((type) =>
    nodes<{ condition?: Statement[]; clauses?: { condition: Statement[] }[] }>(statements, type),
  );
  const lists = [
    ...nodes<Statement>(statements, 'Statement').flatMap(({ pipelines }) => pipelines.slice(0, -1)),
    ...conditions.flatMap(({ condition = [], clauses = [] }) =>
      [...condition, ...clauses.flatMap((one) => one.condition)].flatMap(({ pipelines }) => pipelines),
    ),
  ];
  return nodes<SimpleNode>(lists as never, 'SimpleCommand').some(({ name }) => names.has(literalOf(name) ?? ''));
}

/** Programs are looked for in the folders of `PATH`, those that note the state of a terminal among them. */
const losesPath = ({ assignments }: SimpleNode): boolean =>
  assignments.some(({ name, value }) => name === 'PATH' && !/"PATH"|\/usr\/bin/.test(JSON.stringify(value)));

/** The library keeps the status of the command before, where the loop has ended well. */
const hasBreak = (statement: Statement): boolean =>
  nodes<SimpleNode>([statement], 'SimpleCommand').some(({ name }) => literalOf(name) === 'break');

const isExpansionOfAll = ({ name }: SimpleNode): boolean => {
  const [part, ...others] = (name?.parts ?? []) as Part[];
  const [inner] = part?.parts ?? [];
  return part?.type === 'DoubleQuoted' && others.length === 0 && /^(@|.*\[@\])$/.test(inner?.parameter ?? '');
};

function declarationWrong(name: string, { args }: SimpleNode, words: readonly (string | null)[]): string | null {
  const options = words.filter((word) => /^-/.test(word ?? '')).join('');
  if (options.includes('n')) return `${name} -n`;
  if (options.includes('p') && words.length > 1) return `${name} -p`;
  if (options.includes('f')) return `${name} -f`;
  if (words.length === 1 && options.length > 1 && !/^-F?p?F?$/.test(options)) return `the list of ${name} ${options}`;
  if (words.length === 0 && !/^(export|local)$/.test(name)) return `the list of ${name}`;
  const list = args.find(({ parts }) => parts[0]?.type === 'Literal' && parts[0].value.includes('=('));
  if (list === undefined) return null;
  if (options.includes('A')) return name === 'local' ? 'local -A with values' : null;
  const isPlain = list.parts.every(({ type }) => type === 'Literal' || type === 'SingleQuoted');
  return isPlain ? null : `${name} with a list of anything but plain words`;
}

/** The real one makes its columns as wide as the size of the file, which it knows behind `<`. */
function isWideFromFile({ redirections }: SimpleNode, words: readonly (string | null)[]): boolean {
  const counts = words
    .filter((word) => /^-/.test(word ?? ''))
    .join('')
    .replaceAll('-', '').length;
  return counts !== 1 && redirections.some(({ operator }) => operator === '<');
}

/** What of a script that the library cannot read bash would read. */
const UNREADABLE: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\bselect\s+\w+(\s+in\b|\s*;|\s+do\b)/, 'select'],
  [/\bcoproc\b/, 'coproc'],
  [/\$\{\w+~/, '${x~}'],
  [/[!@?*+]\(/, 'patterns of extglob'],
  [/<<<\s*[\w]+=/, '<<< with name=value that is not quoted'],
  [/\(\([^)]*<</, '<< within arithmetic'],
];

/** Names what the library could not read of a valid script; null: the script seems to be wrong. */
export const unreadableWrong = (script: string, message: string): string | null =>
  /syntax error|unexpected|parse/i.test(message)
    ? (UNREADABLE.find(([pattern]) => pattern.test(script))?.[1] ?? null)
    : null;
