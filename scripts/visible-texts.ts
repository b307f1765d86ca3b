import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/** A text that people see and that stands in code instead of a catalogue. */
export interface VisibleText {
  file: string;
  line: number;
  text: string;
}

/** Attributes whose text is shown or read aloud. */
const SHOWN_ATTRIBUTES = new Set([
  ...['alt', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'placeholder', 'title'],
  ...['label', 'hint', 'help', 'text', 'heading', 'message', 'name', 'empty', 'confirm', 'description', 'caption'],
]);
/** Attributes with these names hold no text on these elements. */
const NO_TEXT = new Set([
  'input name',
  'button name',
  'select name',
  'textarea name',
  'meta name',
  'iframe name',
  'form name',
]);
/** A word or more that begin with a capital: a text where the place shows that it is for people. */
const CAPITALIZED = /^[A-Z][\p{L}’' -]*\p{L}/u;
/** Two words, the first with a capital: a sentence, a label or a title. */
const SENTENCE = /^[A-Z][\p{L}’']*[,:]? +\p{L}|[.!?…]$/u;
/** Capitals alone, as in `GET, HEAD`, are a code. */
const WORD = /\p{L}\p{Ll}/u;

/** Values of calls that read like texts. */
const CODES = new Set(['Not Started', 'In Progress']);

/** Inside of these a value is worked with: it is not what is shown. */
const HIDES = /^(?:Call|New|Binary|ArrowFunction|Function)Expression$|^(?:JSXElement|JSXFragment|ObjectExpression)$/;

/** Calls and constructors whose texts are for developers: a log, or a failure that no reader sees. */
const FOR_DEVELOPERS =
  /^(?:console|log|logger)\b|^(?:Error|TypeError|RangeError|StartProblem|SignInError|ScreenLoadError|SealedError)$/;

type Node = { type: string; start: number; [name: string]: unknown };

/** Every visible text in the code of a file. @param file its path, for messages and the language of its code */
export function visibleTexts(file: string, code = readFileSync(file, 'utf8')): VisibleText[] {
  const found: VisibleText[] = [];
  const lineAt = (offset: number) => code.slice(0, offset).split('\n').length;
  const note = (node: Node, text: string) => {
    const trimmed = text.replace(/\s+/g, ' ').trim();
    if (trimmed !== '') found.push({ file, line: lineAt(node.start), text: trimmed });
  };
  let element = '';
  // Whether the node is shown: it is a child of an element, or a value with the name of a shown attribute.
  let isShown = false;
  const visitAs = (shown: boolean, value: unknown): void => {
    const before = isShown;
    isShown = shown;
    visit(value);
    isShown = before;
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (isShown && HIDES.test(node.type)) {
      visitAs(false, node);
      return;
    }
    if (node.type?.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return;
    if (/^(?:Import|ExportAll)/.test(node.type)) return;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      // The call of a catalogue holds its messages.
      if (FOR_DEVELOPERS.test(nameOf(node.callee as Node)) || nameOf(node.callee as Node) === 'texts') return;
    }
    // Columns of CSV files keep their names, because programs read them.
    if (node.type === 'VariableDeclarator' && /^columns/i.test(nameOf(node.id as Node))) return;
    // What a value is compared with is a code.
    if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator as string)) {
      visit([node.left, node.right].filter((side) => (side as Node).type !== 'Literal'));
      return;
    }
    if (node.type === 'JSXOpeningElement') element = nameOf(node.name as Node);
    if (node.type === 'JSXText' && WORD.test(node.value as string)) note(node, node.value as string);
    if (node.type === 'JSXAttribute') {
      visitAttribute(node);
      return;
    }
    if (node.type === 'Literal' && typeof node.value === 'string') {
      const isText = !CODES.has(node.value) && (SENTENCE.test(node.value) || (isShown && CAPITALIZED.test(node.value)));
      if (isText && WORD.test(node.value)) note(node, node.value);
    }
    if (node.type === 'JSXExpressionContainer') {
      visitAs(true, node.expression);
      return;
    }
    if (node.type === 'ConditionalExpression') {
      visitAs(false, node.test);
      visit([node.consequent, node.alternate]);
      return;
    }
    if (node.type === 'Property' && node.computed !== true) {
      const name = nameOf(node.key as Node);
      visitAs(SHOWN_ATTRIBUTES.has(name) && name !== 'name', node.value);
      return;
    }
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag as Node) === 'html') {
      for (const text of textsOfMarkup(partsOf(node.quasi as Node).join('\0'))) note(node, text);
      visit((node.quasi as Node).expressions);
      return;
    }
    if (node.type === 'TemplateLiteral') {
      const parts = partsOf(node);
      // A value at the end is no ellipsis: `tab-${name}` is a key.
      if (SENTENCE.test(parts.join('0')) && WORD.test(parts.join())) note(node, parts.join('…'));
    }
    for (const [name, child] of Object.entries(node)) if (name !== 'key' || node.computed === true) visit(child);
  };
  const visitAttribute = (node: Node) => {
    const name = nameOf(node.name as Node);
    const value = node.value as Node | null;
    const isText = SHOWN_ATTRIBUTES.has(name) && !NO_TEXT.has(`${element} ${name}`);
    if (value?.type === 'JSXExpressionContainer') return visitAs(isText, value.expression);
    if (value?.type !== 'Literal') return visit(value);
    const text = String(value.value);
    // Components have attributes of their own for texts: these begin with a capital.
    if (WORD.test(text) && (isText ? /[A-Z]| /.test(text) : CAPITALIZED.test(text))) note(value, text);
  };
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  visit(program);
  return found;
}

const partsOf = (template: Node): string[] =>
  (template.quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked);

/** What a template of markup shows or reads aloud itself. @param markup with NUL in place of values */
function textsOfMarkup(markup: string): string[] {
  const plain = markup.replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  const attributes = [...plain.matchAll(/\b([a-z-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
    SHOWN_ATTRIBUTES.has(name) && name !== 'name' ? value.split('\0') : [],
  );
  // A template without a tag that begins with a space holds attributes for one: ` checked`.
  if (plain.startsWith(' ') && !plain.includes('<')) return attributes.filter((text) => WORD.test(text));
  const texts = plain
    .replace(/<[^>]*>/g, '\0')
    .replace(/&\w+;/g, ' ')
    .split('\0');
  return [...attributes, ...texts].filter((text) => WORD.test(text));
}

/** `console.info` has the name `console`, `new Error()` has `Error`. */
function nameOf(node: Node): string {
  if (node.type === 'MemberExpression') return nameOf(node.object as Node);
  if (node.type === 'JSXNamespacedName') return `${nameOf(node.namespace as Node)}:${nameOf(node.name as Node)}`;
  return typeof node.name === 'string' ? node.name : '';
}
