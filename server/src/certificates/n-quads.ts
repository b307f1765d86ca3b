const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const SCHEMA = 'http://www.w3.org/2001/XMLSchema#';

/** The object of a statement: another node, or a value. */
export type Term = { iri: string } | { text: string; type?: string };

/** Label of the document's only blank node. */
export const NAMELESS = '_:c14n0';

export const iri = (address: string): Term => ({ iri: address });
export const text = (value: string, type?: string): Term =>
  type === undefined ? { text: value } : { text: value, type };
export const moment = (iso: string): Term => text(iso, `${SCHEMA}dateTime`);

/** A node: its name, its types, and its properties. */
export type Thing = readonly [name: string, types: readonly string[], statements: readonly (readonly [string, Term])[]];

/**
 * The canonical form (RDFC-1.0) of some statements: one line each, sorted, in UTF-8. Correct for documents with at most
 * one blank node, which then has a single possible label.
 */
export function canonical(things: readonly Thing[]): string {
  const lines = things.flatMap(([name, types, statements]) => [
    ...types.map((type) => line(name, TYPE, iri(type))),
    ...statements.map(([property, term]) => line(name, property, term)),
  ]);
  return [...new Set(lines)].sort(byCodePoint).join('');
}

const resource = (name: string): string => (name.startsWith('_:') ? name : `<${name}>`);

function line(subject: string, property: string, term: Term): string {
  return `${resource(subject)} <${property}> ${objectOf(term)} .\n`;
}

function objectOf(term: Term): string {
  if ('iri' in term) return resource(term.iri);
  return `"${escaped(term.text)}"${term.type === undefined ? '' : `^^<${term.type}>`}`;
}

const SHORT: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function escaped(value: string): string {
  return value.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    /["\\\u0000-\u001f\u007f]/g,
    (sign) => SHORT[sign] ?? `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** Sorts by UTF-8 bytes, which differs from JavaScript's order for characters beyond 16 bits. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
