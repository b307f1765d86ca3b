import { APP_SCHEMES } from '@academy/contract/rules/app-schemes';
import type { Element, Root } from 'hast';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import type { FindingList } from '../finding-list.ts';
import { safeLink, schemeOf } from '../links.ts';
import { shortened } from '../text-source.ts';
import { lineOf } from './hast.ts';

/** Prefix of every id and name in content, so that none equals an id of the application. */
export const ID_PREFIX = 'c-';

/**
 * The one allow list for markup of content. Everything else is removed: scripts, styles, event attributes, forms,
 * frames, embedded documents. Our own elements (code figures, alerts, players) are created afterwards, from values,
 * never from markup.
 */
const SCHEMA: Schema = {
  // biome-ignore format: one line per family of elements reads best
  tagNames: [
    'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'hr', 'br', 'wbr', 'div', 'section', 'span',
    'a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'q', 'cite', 'abbr', 'dfn', 'time',
    'code', 'kbd', 'samp', 'var', 'tt', 'pre',
    'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'input',
    'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
    'details', 'summary', 'figure', 'figcaption', 'img',
  ],
  attributes: {
    '*': ['id', 'title', 'lang', ['dir', 'ltr', 'rtl', 'auto']],
    a: ['href', 'name', 'dataFootnoteRef', 'dataFootnoteBackref', 'ariaDescribedBy', 'ariaLabel'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    details: ['open'],
    div: [['className', 'checks']],
    h2: [['className', 'sr-only']],
    img: ['src', 'alt', ['width', /^\d{1,4}(?:\.\d{1,3})?(?:px|%)?$/]],
    input: [['type', 'checkbox'], ['disabled', true], 'checked'],
    li: [['className', 'task-list-item']],
    ol: ['start', 'reversed'],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: [['align', 'left', 'center', 'right'], 'colSpan', 'rowSpan'],
    th: [['align', 'left', 'center', 'right'], 'colSpan', 'rowSpan', 'scope'],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list', 'checks']],
  },
  ancestors: {
    caption: ['table'],
    tbody: ['table'],
    td: ['table'],
    tfoot: ['table'],
    th: ['table'],
    thead: ['table'],
    tr: ['table'],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  // Links and images are checked one by one after this (links.ts); here only their schemes.
  protocols: { href: ['http', 'https', 'mailto', ...APP_SCHEMES], src: ['http', 'https'] },
  clobber: ['id', 'name', 'ariaDescribedBy'],
  clobberPrefix: ID_PREFIX,
  // biome-ignore format: elements whose text is not text for readers
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'applet', 'frameset', 'svg', 'math', 'select', 'textarea', 'title', 'noembed', 'noframes', 'xmp', 'plaintext', 'canvas', 'audio', 'video'],
  allowComments: false,
  allowDoctypes: false,
};

const sanitiser = unified().use(rehypeSanitize, SCHEMA).freeze();

/** Elements that load or send something: their removal changes the author's content. */
const ACTIVE = new Set([
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'form',
  'base',
  'meta',
  'link',
  'portal',
]);
const ALLOWED = new Set(SCHEMA.tagNames);
const URL_PROPERTIES = [
  'href',
  'src',
  'action',
  'formAction',
  'xLinkHref',
  'data',
  'poster',
  'srcSet',
  'background',
  'cite',
];

/** Sanitises a tree and reports to the author what was removed. */
export function sanitise(tree: Root, file: string, line: number, findings: FindingList): Root {
  reportRefused(tree, file, line, findings);
  takeStyles(tree, file, line, findings);
  const clean = sanitiser.runSync(tree) as Root;
  visit(clean, 'element', ({ properties }) => {
    if (Array.isArray(properties.className) && properties.className.length === 0) delete properties.className;
  });
  return clean;
}

/** Room around an element says nothing. */
const SPACE_ONLY = /^(?:\s*(?:margin|padding)[a-z-]*\s*:[^;]*;?)*\s*$/i;

/** Takes the width of a picture out of its style, and reports other styles once: texts have the look of the academy. */
function takeStyles(tree: Root, file: string, fallbackLine: number, findings: FindingList): void {
  let isReported = false;
  visit(tree, 'element', (element) => {
    const style = String(element.properties.style ?? '');
    if (style === '') return;
    const isPicture = element.tagName === 'img';
    const width = isPicture ? /(?:^|;)\s*width\s*:\s*(\d{1,4}(?:px|%))/i.exec(style)?.[1] : undefined;
    if (width !== undefined) element.properties.width ??= width;
    const rest = isPicture ? style.replace(/(?:^|;)\s*(?:max-)?(?:width|height)\s*:[^;]*/gi, ';') : style;
    // An empty element is room, too.
    if (!isPicture && element.children.every((child) => child.type === 'text' && child.value.trim() === '')) return;
    if (isReported || SPACE_ONLY.test(rest.replace(/^[;\s]+/, ''))) return;
    isReported = true;
    const message = `the style of <${element.tagName}> is left out: texts have the look of the academy. Delete it`;
    findings.warning('markup-removed', file, lineOf(element, fallbackLine), message);
  });
}

function reportRefused(tree: Root, file: string, fallbackLine: number, findings: FindingList): void {
  visit(tree, 'element', (element: Element) => {
    const line = lineOf(element, fallbackLine);
    const name = element.tagName.toLowerCase();
    if (name === 'script') {
      findings.error(
        'script-removed',
        file,
        line,
        'holds a script element; it was removed. Content cannot run scripts',
      );
      return SKIP;
    }
    const script = scriptIn(element);
    if (script !== null) {
      findings.error(
        'script-removed',
        file,
        line,
        `"${script}" of <${name}> runs script or opens a file of the reader; it was removed. Delete it`,
      );
    }
    if (name === 'a' && script === null) reportScheme(element, file, line, findings);
    if (ACTIVE.has(name)) {
      findings.error('markup-removed', file, line, `<${name}> is not allowed; it was removed. Delete it`);
    } else if (!ALLOWED.has(name) && !HARMLESS.has(name)) {
      findings.warning('markup-removed', file, line, `<${name}> is not shown; its tags were left out`);
    }
    return undefined;
  });
}

const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', ...APP_SCHEMES.map((name) => `${name}:`)]);

/** Reports a link of a scheme that the sanitiser removes. The sanitiser knows schemes in lower case only. */
function reportScheme({ properties }: Element, file: string, line: number, findings: FindingList): void {
  const { href } = properties;
  const scheme = typeof href === 'string' ? schemeOf(href) : null;
  if (typeof href === 'string' && scheme === null && /^[^/?#]*:/.test(href)) {
    const git = /^[^\s:/]+@([^\s:/]+):(.+)$/.exec(href);
    const instead = git === null ? 'an address: https://..., /path or ./path' : `https://${git[1]}/${git[2]}`;
    const message = `the link "${shortened(href, 200)}" cannot be followed; its text is shown. Write ${shortened(instead, 200)}`;
    findings.warning('link-refused', file, line, message);
  }
  if (typeof href !== 'string' || scheme === null) return;
  // A host and its port, without a scheme: the address of an exercise.
  if (/^\s*[\w.-]+:\d+(?:[/?#]|\s*$)/.test(href) && !LINK_SCHEMES.has(scheme)) {
    properties.href = `http://${href.trim()}`;
    return;
  }
  if (LINK_SCHEMES.has(scheme)) {
    properties.href = scheme + href.trim().slice(scheme.length);
    return;
  }
  const advice = scheme === 'pathname:' ? 'Put the file beside the text, and write its name' : 'Write an https address';
  const message = `the link "${shortened(href, 200)}" cannot be followed: "${scheme}" addresses are not allowed; its text is shown. ${advice}`;
  findings.warning('link-refused', file, line, message);
}

/** Elements of older pages whose removal need not be reported. */
const HARMLESS = new Set([
  'font',
  'center',
  'big',
  'html',
  'head',
  'body',
  'nobr',
  'article',
  'main',
  'header',
  'footer',
]);

/** The attribute that would run a script, or null. */
function scriptIn(element: Element): string | null {
  for (const name of Object.keys(element.properties)) {
    if (/^on/i.test(name)) return name.toLowerCase();
    if (name === 'srcDoc') return 'srcdoc';
  }
  for (const name of URL_PROPERTIES) {
    const value = element.properties[name];
    if (typeof value === 'string' && /^(?!data:image\/)/i.test(value.trim()) && safeLink(value).kind === 'script') {
      return name.toLowerCase();
    }
  }
  return null;
}
