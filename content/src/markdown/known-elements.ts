import type { Html, Parents, Root } from 'mdast';
import { visit } from 'unist-util-visit';

/**
 * Names of elements of HTML, SVG and MathML. Anything else in angle brackets is a placeholder such as
 * `<First Name ...>` and stays visible as text. This list allows nothing: the sanitiser decides.
 */
// biome-ignore format: a list of words
const KNOWN = new Set([
  'a', 'abbr', 'acronym', 'address', 'applet', 'area', 'article', 'aside', 'audio', 'b', 'base', 'basefont', 'bdi', 'bdo', 'bgsound', 'big',
  'blink', 'blockquote', 'body', 'br', 'button', 'canvas', 'caption', 'center', 'cite', 'code', 'col', 'colgroup', 'data', 'datalist', 'dd',
  'del', 'details', 'dfn', 'dialog', 'dir', 'div', 'dl', 'dt', 'em', 'embed', 'fieldset', 'figcaption', 'figure', 'font', 'footer', 'form',
  'frame', 'frameset', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'head', 'header', 'hgroup', 'hr', 'html', 'i', 'iframe', 'image', 'img', 'input',
  'ins', 'isindex', 'kbd', 'keygen', 'label', 'legend', 'li', 'link', 'listing', 'main', 'map', 'mark', 'marquee', 'math', 'menu', 'meta',
  'meter', 'nav', 'nobr', 'noembed', 'noframes', 'noscript', 'object', 'ol', 'optgroup', 'option', 'output', 'p', 'param', 'picture',
  'plaintext', 'portal', 'pre', 'progress', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'script', 'search', 'section', 'select', 'slot', 'small',
  'source', 'span', 'strike', 'strong', 'style', 'sub', 'summary', 'sup', 'svg', 'table', 'tbody', 'td', 'template', 'textarea', 'tfoot',
  'th', 'thead', 'time', 'title', 'tr', 'track', 'tt', 'u', 'ul', 'var', 'video', 'wbr', 'xmp',
  'animate', 'circle', 'defs', 'ellipse', 'foreignobject', 'g', 'line', 'lineargradient', 'path', 'polygon', 'polyline', 'rect', 'set',
  'stop', 'symbol', 'text', 'tspan', 'use', 'annotation-xml', 'mglyph', 'mi', 'mn', 'mo', 'mrow', 'ms', 'mtext',
]);

const TAG = /<(\/?)([A-Za-z][^\s/>]*)/g;

/** Turns tags with unknown names into visible text. True when the rest must be parsed as HTML. */
export function keepPlaceholders(tree: Root): boolean {
  let hasMarkup = false;
  visit(tree, 'html', (node: Html, index, parent: Parents | undefined) => {
    const names = [...node.value.matchAll(TAG)].map(([, , name = '']) => name.toLowerCase());
    const isMarkup = names.length === 0 || names.some((name) => KNOWN.has(name));
    if (!isMarkup && parent !== undefined && index !== undefined) {
      const text = { type: 'text' as const, value: node.value, ...position(node) };
      const isBlock = parent.type !== 'paragraph' && !('value' in parent) && isFlow(parent);
      const replacement = isBlock ? { type: 'paragraph' as const, children: [text], ...position(node) } : text;
      (parent.children as unknown[])[index] = replacement;
      return;
    }
    hasMarkup = true;
    node.value = node.value.replace(TAG, (match, slash: string, name: string) =>
      KNOWN.has(name.toLowerCase()) ? match : `&lt;${slash}${name}`,
    );
  });
  return hasMarkup;
}

function position(node: Html) {
  return node.position === undefined ? {} : { position: node.position };
}

function isFlow(parent: Parents): boolean {
  return ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(parent.type);
}
