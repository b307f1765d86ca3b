import { storable } from './text-source.ts';

/**
 * A strict JSON reader that records the line of each value, so that a finding about a field can name its line. Objects
 * become Maps, so that no key of a file can reach a prototype.
 */

export type JsonNode =
  | { kind: 'object'; line: number; fields: Map<string, JsonNode>; repeated: { key: string; line: number }[] }
  | { kind: 'array'; line: number; items: JsonNode[] }
  | { kind: 'string'; line: number; value: string }
  | { kind: 'number'; line: number; value: number; text: string }
  | { kind: 'boolean'; line: number; value: boolean }
  | { kind: 'null'; line: number };

export type JsonObject = Extract<JsonNode, { kind: 'object' }>;

export type JsonResult = { ok: true; node: JsonNode } | { ok: false; line: number; message: string };

/** Levels of nested objects and lists. */
const MAX_DEPTH = 20;

class JsonTrouble extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Reads one JSON text (RFC 8259). An error is returned with the line where reading stopped, never thrown. */
export function readJson(text: string): JsonResult {
  try {
    return { ok: true, node: new Reader(text).document() };
  } catch (trouble) {
    if (trouble instanceof JsonTrouble) return { ok: false, line: trouble.line, message: trouble.message };
    throw trouble;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Reader {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const node = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) this.#fail('text after the end of the JSON value');
    return node;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) this.#fail(`more than ${MAX_DEPTH} levels inside each other`);
    this.#space();
    const line = this.#line;
    const char = this.#text[this.#at];
    if (char === '{') return this.#object(line, depth);
    if (char === '[') return this.#array(line, depth);
    if (char === '"') return { kind: 'string', line, value: this.#string() };
    if (char === 't' && this.#word('true')) return { kind: 'boolean', line, value: true };
    if (char === 'f' && this.#word('false')) return { kind: 'boolean', line, value: false };
    if (char === 'n' && this.#word('null')) return { kind: 'null', line };
    const number = this.#match(NUMBER);
    if (number !== null) return { kind: 'number', line, value: Number(number), text: number };
    return this.#fail(char === undefined ? 'the file ends too early' : `"${char}" is not the start of a value`);
  }

  #object(line: number, depth: number): JsonNode {
    const fields = new Map<string, JsonNode>();
    const repeated: { key: string; line: number }[] = [];
    this.#at += 1;
    if (this.#next('}')) return { kind: 'object', line, fields, repeated };
    let comma: number | null = null;
    do {
      this.#refuseComma(comma, '}');
      if (this.#text[this.#at] !== '"') this.#fail('a field name in double quotes is expected here');
      const keyLine = this.#line;
      const key = this.#string();
      if (!this.#next(':')) this.#fail(`":" is missing after "${key}"`);
      if (fields.has(key)) repeated.push({ key, line: keyLine });
      fields.set(key, this.#value(depth + 1));
      comma = this.#nextLine();
    } while (this.#next(','));
    if (!this.#next('}')) this.#fail('"," or "}" is missing');
    return { kind: 'object', line, fields, repeated };
  }

  #array(line: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#at += 1;
    if (this.#next(']')) return { kind: 'array', line, items };
    let comma: number | null = null;
    do {
      this.#refuseComma(comma, ']');
      items.push(this.#value(depth + 1));
      comma = this.#nextLine();
    } while (this.#next(','));
    if (!this.#next(']')) this.#fail('"," or "]" is missing');
    return { kind: 'array', line, items };
  }

  #string(): string {
    const start = this.#at;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const char = this.#text[at] as string;
      if (char === '\\') at += 1;
      else if (char < ' ') return this.#fail('a text is not closed on its line (a line break is written \\n)');
      else if (char === '"') return this.#literal(start, at + 1);
    }
    return this.#fail('a text is not closed');
  }

  #literal(start: number, end: number): string {
    this.#at = end;
    try {
      return storable(JSON.parse(this.#text.slice(start, end)) as string);
    } catch {
      return this.#fail('a text holds an unknown escape (a backslash is written \\\\)');
    }
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null || found[0] === '') return null;
    this.#at += found[0].length;
    return found[0];
  }

  #word(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #next(char: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  /** Line of the next token. */
  #nextLine(): number {
    this.#space();
    return this.#line;
  }

  /**
   * A trailing comma is the most frequent mistake in hand-written JSON.
   *
   * @param comma line of the comma that was just read; null before the first entry
   */
  #refuseComma(comma: number | null, closing: string): void {
    this.#space();
    const char = this.#text[this.#at];
    if (comma === null || (char !== ',' && char !== closing)) return;
    throw new JsonTrouble(`a comma is followed by "${char}"; remove that comma`, comma);
  }

  #space(): void {
    for (;;) {
      const char = this.#text[this.#at];
      if (char === '\n') this.#line += 1;
      else if (char !== ' ' && char !== '\t' && char !== '\r') return;
      this.#at += 1;
    }
  }

  #fail(message: string): never {
    throw new JsonTrouble(message, this.#line);
  }
}

/** The node as an ordinary value with null-prototype objects. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'null') return null;
  if (node.kind === 'array') return node.items.map(plainValue);
  if (node.kind !== 'object') return node.value;
  const value: Record<string, unknown> = Object.create(null);
  for (const [key, field] of node.fields) value[key] = plainValue(field);
  return value;
}
