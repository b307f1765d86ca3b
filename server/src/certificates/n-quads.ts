const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const SCHEMA = 'http://www.w3.org/2001/XMLSchema#';

/** What a statement says of its subject: another thing, or a value. */
export type Term = { iri: string } | { text: string; type?: string };

/** The one thing of a document that has no name of its own. */
export const NAMELESS = '_:c14n0';

export const iri = (address: string): Term => ({ iri: address });
export const text = (value: string, type?: string): Term =>
  type === undefined ? { text: value } : { text: value, type };
export const moment = (iso: string): Term => text(iso, `${SCHEMA}dateTime`);

/** A thing: its name, its types, and what is said of it. */
export type Thing = readonly [name: string, types: readonly string[], said: readonly (readonly [string, Term])[]];

/**
 * The canonical form (RDFC-1.0) of some statements: one line each, sorted, in UTF-8. It holds for documents with at most one
 * nameless thing, which has a single possible label then.
 */
export function canonical(things: readonly Thing[]): string {
  const lines = things.flatMap(([name, types, said]) => [
    ...types.map((type) => line(name, TYPE, iri(type))),
    ...said.map(([property, term]) => line(name, property, term)),
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

/** The order of UTF-8, which differs from that of JavaScript for signs beyond 16 bits. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
