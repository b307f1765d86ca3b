import { Context, Drop, Liquid, Tag, type Template } from 'liquidjs';
import type { FindingList } from '../finding-list.ts';
import { shortened } from '../text-source.ts';
import { isSessionVariable, type OwnValues, SHOWN_BRACES } from './lab-variables.ts';

/** What a template may use. */
export interface LiquidWorld {
  /** Variables that the lab itself defines. */
  values: OwnValues;
  /** Texts of the folder `content` by their name in it, for `include`. */
  texts: ReadonlyMap<string, string>;
}

/** A text with its templates filled in. */
export interface FilledText {
  text: string;
  /** Line of the source, from 1, of each line of the text. */
  lines: readonly number[];
}

/** Double braces that are no template of the lab, while templates are filled in. */
const KEPT_BRACES = { open: '\ue006', close: '\ue007' } as const;

/** Work of one page, ms, characters that its templates may make, and characters of a page. */
const MAX = { ms: 1_000, memory: 4_000_000, text: 500_000 };

const TAG = /\{%-?\s*([a-z_]+)/;
const RAW = { begin: /\{%-?\s{0,9}raw\s{0,9}-?%\}/g, end: /\{%-?\s{0,9}endraw\s{0,9}-?%\}/g } as const;
const INCLUDES = /\{%-?\s{0,9}(?:include|render|layout)\b/;
const ASSIGNED = /\{%-?\s*(?:assign|capture|increment|decrement|for|tablerow)\s+([A-Za-z_][\w-]*)/g;
/** A literal, in which braces may stand; or anything else. */
const OUTPUT = /\{\{-?[ \t]*(?:"[^"\n]*"|'[^'\n]*')[^{}\n]*\}\}|\{\{([^{}\n]*)\}\}/g;
/** A name, and filters: `name | upcase`. */
const FILTERED = /^-?\s*([A-Za-z_][\w.-]*)\s*\|\s*[a-z_]+/;
const DEFAULT = /\|\s*default\s*:/;
const NAME = /^-?\s*([A-Za-z_][\w-]*)[\w.[\]"'-]*\s*-?$/;
/** A longer one is no name: looking for one would take long. */
const MAX_NAME_LENGTH = 200;
const NUMBER = /^-?\s*\d+\s*(?:\||-?$)/;

/** The value of a variable that only a session has. */
class SessionValue extends Drop {
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }

  override valueOf(): never {
    throw new Undecided(this.name);
  }
}

/** A template needs a value that only a session has. */
class Undecided extends Error {}

/** Whether a text has templates that need more than names filled in. */
export const hasTemplates = (text: string): boolean =>
  TAG.test(text) ||
  [...text.matchAll(OUTPUT)].some(([, inner]) => inner === undefined || FILTERED.test(inner) || NUMBER.test(inner));

/**
 * Fills in the templates of a page (Liquid), as the lab platform does: tags such as `if`, `raw` and `comment`, and filters.
 * Values that only a session has stay in double braces; where a tag depends on them, both of its parts stay, with a finding.
 * Templates of other tools in double braces stay as they are.
 */
export function fillTemplates(
  text: string,
  world: LiquidWorld,
  { file, findings }: { file: string; findings: FindingList },
): FilledText {
  const included = INCLUDES.test(text) ? world.texts : new Map<string, string>();
  const lineAt = lineFinder(text);
  const prepared = prepare(text, world, (at, name) => {
    const message = `a filter cannot change "${shortened(name, 60)}", whose value only a lab has; it was left out. Write the text without it`;
    findings.warning('liquid-undecided', file, lineAt(at), message);
  });
  const lineOfPrepared = lineFinder(prepared);
  const engine = engineOf({ ...world, texts: included });
  let templates: Template[];
  try {
    templates = engine.parse(prepared);
  } catch (error) {
    const message = `the lab platform cannot show this page: ${wordsOf(error)}. Put such code between {% raw %} and {% endraw %}`;
    findings.error('liquid-broken', file, lineOfPrepared(offsetOf(error)), message);
    return whole(text);
  }
  reportUndefined(templates, { engine, world, file, findings, lineAt: lineOfPrepared });
  const lines = new Lines();
  const context = new Context(scopeOf(text, { ...world, texts: included }), engine.options, { sync: true });
  for (const [at, template] of templates.entries()) {
    const from = template.token.begin;
    const source = prepared.slice(from, templates[at + 1]?.token.begin ?? prepared.length);
    const line = lineOfPrepared(from);
    lines.add(rendered(template, source, { engine, context, file, findings, line }), { source, line });
    if (lines.length > MAX.text) {
      findings.error(
        'liquid-broken',
        file,
        1,
        `its templates make more than ${MAX.text} characters; the page is shown as it stands`,
      );
      return whole(text);
    }
  }
  return lines.filled();
}

/** Reports tags about names that nobody defines: often a template of another tool, of which the platform shows nothing. */
function reportUndefined(
  templates: Template[],
  {
    engine,
    world,
    file,
    findings,
    lineAt,
  }: Omit<Rendering, 'context' | 'line'> & { world: LiquidWorld; lineAt: (offset: number) => number },
): void {
  for (const template of templates) {
    if (!(template instanceof Tag)) continue;
    for (const name of engine.globalVariablesSync([template], { partials: false })) {
      if (world.values.has(name) || isSessionVariable(name)) continue;
      const message = `"${shortened(name, 60)}" is defined nowhere, so the lab platform takes it for nothing. Mend the name, or put code of other tools between {% raw %} and {% endraw %}`;
      findings.warning('variable-unknown', file, lineAt(template.token.begin), message);
    }
  }
}

interface Rendering {
  engine: Liquid;
  context: Context;
  file: string;
  findings: FindingList;
  line: number;
}

function rendered(template: Template, source: string, { engine, context, file, findings, line }: Rendering): string {
  try {
    return String(engine.renderSync([template], context));
  } catch (error) {
    const undecided = undecidedIn(error);
    const message =
      undecided === null
        ? `the lab platform cannot show this page: ${wordsOf(error)}`
        : `depends on "${shortened(undecided, 60)}", whose value only a lab has; all parts are shown. Write the text without the condition`;
    findings[undecided === null ? 'error' : 'warning'](
      undecided === null ? 'liquid-broken' : 'liquid-undecided',
      file,
      line,
      message,
    );
    return source.replace(/\{%-?[^\n]*?%\}/g, '');
  }
}

/** Hides braces that are no template of the lab, and those in `raw`. */
function prepare(text: string, { values }: LiquidWorld, undecided: (at: number, name: string) => void): string {
  const assigned = new Set([...text.matchAll(ASSIGNED)].map(([, name]) => name));
  const kept = (inner: string) => KEPT_BRACES.open + inner + KEPT_BRACES.close;
  const isFilled = (name: string) => values.has(name) || assigned.has(name);
  const outside = (piece: string, start: number) =>
    piece.replace(OUTPUT, (output: string, inner: string | undefined, at: number) => {
      if (inner === undefined) return output;
      const filtered = FILTERED.exec(inner)?.[1];
      if (filtered !== undefined) {
        if (isFilled(filtered) || filtered === 'forloop' || DEFAULT.test(inner)) return output;
        // Of another tool: the platform would show nothing.
        if (!isSessionVariable(filtered)) return kept(inner);
        undecided(start + at, filtered);
        return kept(filtered);
      }
      const name = inner.length > MAX_NAME_LENGTH ? undefined : NAME.exec(inner)?.[1];
      const isOurs = NUMBER.test(inner) || (name !== undefined && (isFilled(name) || name === 'forloop'));
      return isOurs ? output : kept(inner);
    });
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const open = nextMatch(RAW.begin, text, at);
    const close = open === null ? null : nextMatch(RAW.end, text, open.to);
    if (open === null || close === null) break;
    pieces.push(outside(text.slice(at, open.from), at), text.slice(open.from, open.to));
    const inner = text.slice(open.to, close.from);
    pieces.push(inner.replaceAll('{{', SHOWN_BRACES.open).replaceAll('}}', SHOWN_BRACES.close));
    pieces.push(text.slice(close.from, close.to));
    at = close.to;
  }
  return [...pieces, outside(text.slice(at), at)].join('');
}

function nextMatch(pattern: RegExp, text: string, from: number): { from: number; to: number } | null {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? null : { from: found.index, to: pattern.lastIndex };
}

const restored = (text: string) => text.replaceAll(KEPT_BRACES.open, '{{').replaceAll(KEPT_BRACES.close, '}}');

function engineOf(world: LiquidWorld): Liquid {
  const undecided = () => {};
  return new Liquid({
    ownPropertyOnly: true,
    // Only texts of the lab; the library would read files of the machine.
    templates: Object.fromEntries([...world.texts].map(([name, text]) => [name, prepare(text, world, undecided)])),
    parseLimit: MAX.memory,
    renderLimit: MAX.ms,
    memoryLimit: MAX.memory,
    outputEscape: (value: unknown) =>
      value instanceof SessionValue ? kept(value.name) : value === undefined || value === null ? '' : String(value),
  });
}

const kept = (name: string) => `${KEPT_BRACES.open}${name}${KEPT_BRACES.close}`;

function scopeOf(text: string, { values, texts }: LiquidWorld): Record<string, unknown> {
  const scope: Record<string, unknown> = Object.create(null);
  for (const source of [text, ...texts.values()])
    for (const [name] of source.matchAll(/\b[A-Za-z_]\w*\b/g))
      if (isSessionVariable(name)) scope[name] ??= new SessionValue(name);
  for (const [name, value] of values) scope[name] = value;
  return scope;
}

function undecidedIn(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = originalOf(cause))
    if (cause instanceof Undecided) return cause.message;
  return null;
}

const originalOf = (error: Error) => (error as { originalError?: unknown }).originalError;

/** The library's words without its place in the text. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return shortened(restored(words.split('\n')[0] ?? '').replace(/, line:\d+, col:\d+$/, ''), 200);
}

function offsetOf(error: unknown): number {
  return (error as { token?: { begin?: number } }).token?.begin ?? 0;
}

/** Finds the line, from 1, of positions in a text. */
function lineFinder(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

const whole = (text: string): FilledText => ({ text, lines: text.split('\n').map((_, at) => at + 1) });

/** Collects a text, with the source line of each of its lines. */
class Lines {
  readonly #pieces: string[] = [];
  readonly #lines: number[] = [];
  #isOpen = false;
  length = 0;

  add(piece: string, { source, line }: { source: string; line: number }): void {
    this.length += piece.length;
    this.#pieces.push(piece);
    // What stands in the source as it was made has its lines there.
    const at = source.indexOf(piece);
    const first = at === -1 ? line : line + source.slice(0, at).split('\n').length - 1;
    for (const [index] of piece.split('\n').entries()) {
      if (index === 0 && this.#isOpen) continue;
      this.#lines.push(at === -1 ? line : first + index);
    }
    this.#isOpen = true;
  }

  filled(): FilledText {
    return { text: restored(this.#pieces.join('')), lines: this.#lines };
  }
}
