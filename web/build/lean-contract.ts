import type { Plugin } from 'vite';

/** What only the server needs of a call. */
const SERVER_ONLY = new Set(['summary', 'params', 'query', 'headers', 'body', 'reply', 'ability']);

/** What makes calls. */
const MAKERS = new Set(['defineCall', 'defineExport']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Text to put in the place of a range. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Leaves the schemas out of the calls that the browser gets: it trusts the server's replies, and the server checks what
 * it is sent. Schemas that a form asks for by name stay. Saves about 6 kB of the first page.
 */
export function leanContract(): Plugin {
  return {
    name: 'academy:lean-contract',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!/\/contract\/src\/[\w/-]+\.ts$/.test(id)) return;
      const edits: Edit[] = [];
      collect(this.parse(code) as unknown as Node, code, edits);
      return { code: withEdits(code, edits), map: null };
    },
  };
}

function collect(node: Node, code: string, edits: Edit[]): void {
  if (isCallOf(node, 'v')) {
    // Making a schema does nothing else, so one that nobody uses may go: the bundler takes our word for the whole of it.
    edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ (() => ' });
    edits.push({ start: node.end, end: node.end, text: ')()' });
    return;
  }
  if (node.type === 'CallExpression' && MAKERS.has(nameOf(node.callee))) {
    edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' });
    const [call] = node.arguments as Node[];
    for (const property of (call?.properties as Node[] | undefined) ?? []) {
      if (!SERVER_ONLY.has(nameOf(property.key))) continue;
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0] ?? '';
      edits.push({ start: property.start, end: property.end + comma.length, text: '' });
    }
    return;
  }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) collect(child, code, edits);
}

/** `v.object(...)` for `v`. */
function isCallOf(node: Node, namespace: string): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  return callee.type === 'MemberExpression' && nameOf(callee.object) === namespace;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '');

/** Applies edits that do not overlap, from the end to the start. */
function withEdits(code: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}
