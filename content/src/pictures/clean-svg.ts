import type { Element, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
// Declares the `raw` nodes of hast, also for workspaces that compile this file alone.
import type {} from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** Presentation attributes, which may also be declarations of a `style` attribute. */
// biome-ignore format: a list of words
const PRESENTATION = [
  'color', 'fill', 'fillOpacity', 'fillRule', 'stroke', 'strokeWidth', 'strokeLineCap', 'strokeLineJoin', 'strokeMiterLimit',
  'strokeDashArray', 'strokeDashOffset', 'strokeOpacity', 'opacity', 'stopColor', 'stopOpacity', 'clipPath', 'clipRule', 'mask',
  'markerStart', 'markerMid', 'markerEnd', 'filter', 'display', 'visibility', 'fontFamily', 'fontSize', 'fontStyle', 'fontWeight',
  'textAnchor', 'dominantBaseline', 'letterSpacing', 'floodColor', 'floodOpacity', 'paintOrder', 'vectorEffect', 'shapeRendering',
];

const SCHEMA: Schema = {
  // biome-ignore format: a list of words
  tagNames: [
    'svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text',
    'tspan', 'textPath', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'marker', 'filter', 'feBlend',
    'feColorMatrix', 'feComposite', 'feDropShadow', 'feFlood', 'feGaussianBlur', 'feMerge', 'feMergeNode', 'feMorphology', 'feOffset',
  ],
  attributes: {
    // biome-ignore format: a list of words
    '*': [
      ...PRESENTATION, 'id', 'className', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'points', 'width',
      'height', 'viewBox', 'preserveAspectRatio', 'transform', 'gradientTransform', 'gradientUnits', 'spreadMethod', 'offset',
      'patternUnits', 'patternTransform', 'patternContentUnits', 'clipPathUnits', 'maskUnits', 'maskContentUnits', 'markerWidth',
      'markerHeight', 'markerUnits', 'refX', 'refY', 'orient', 'dx', 'dy', 'rotate', 'textLength', 'lengthAdjust', 'pathLength', 'in',
      'in2', 'result', 'stdDeviation', 'mode', 'operator', 'radius', 'type', 'values', 'k1', 'k2', 'k3', 'k4', 'filterUnits', 'href',
      'xLinkHref', 'role', 'ariaLabel', 'ariaHidden', 'startOffset',
    ],
  },
  strip: [
    'script',
    'style',
    'foreignObject',
    'iframe',
    'object',
    'embed',
    'audio',
    'video',
    'image',
    'animate',
    'set',
    'a',
  ],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

const parser = unified().use(rehypeRaw).freeze();
const sanitiser = unified().use(rehypeSanitize, SCHEMA).freeze();
const printer = unified().use(rehypeStringify, { space: 'svg', closeEmptyElements: true }).freeze();

export interface CleanSvg {
  svg: string;
  width: number;
  height: number;
  /** Removed active content, as text; null when there was none. */
  removed: string | null;
}

/**
 * Sanitises an SVG by an allow list: shapes, text, gradients and filters stay; scripts, events, embedded pages and
 * references to other files are removed. Null when the text is no SVG.
 */
export function cleanSvg(text: string): CleanSvg | null {
  const start = text.search(/<svg[\s>]/i);
  if (start === -1) return null;
  const raw: Root = { type: 'root', children: [{ type: 'raw', value: text.slice(start) }] };
  const parsed = parser.runSync(raw) as Root;
  const removed = dangers(parsed);
  visit(parsed, 'element', (element) => {
    liftStyle(element);
    dropForeignReferences(element);
  });
  const clean = sanitiser.runSync(parsed) as Root;
  const root = clean.children.find((node): node is Element => node.type === 'element' && node.tagName === 'svg');
  if (root === undefined) return null;
  root.properties.xmlns = 'http://www.w3.org/2000/svg';
  const { width, height } = sizeOf(root);
  return { svg: `${printer.stringify({ type: 'root', children: [root] })}\n`, width, height, removed };
}

function dangers(tree: Root): string | null {
  let found: string | null = null;
  visit(tree, 'element', (element) => {
    if (['script', 'foreignObject', 'iframe', 'object', 'embed'].includes(element.tagName))
      found ??= `<${element.tagName}>`;
    for (const [name, value] of Object.entries(element.properties)) {
      if (/^on/i.test(name)) found ??= `"${name.toLowerCase()}"`;
      if (/href$/i.test(name) && /^\s*(?:javascript|vbscript):/i.test(String(value))) found ??= 'a script address';
    }
  });
  return found;
}

/** `style="fill:red"` becomes `fill="red"`: inline styles are not served. */
function liftStyle(element: Element): void {
  const style = element.properties.style;
  delete element.properties.style;
  if (typeof style !== 'string') return;
  for (const declaration of style.split(';')) {
    const at = declaration.indexOf(':');
    const name = propertyName(declaration.slice(0, at).trim().toLowerCase());
    const value = declaration.slice(at + 1).trim();
    if (at > 0 && name !== undefined && value !== '') element.properties[name] = value;
  }
}

function propertyName(cssName: string): string | undefined {
  const plain = cssName.replaceAll('-', '');
  return PRESENTATION.find((name) => name.toLowerCase() === plain);
}

/** Keeps only references into the same drawing. */
function dropForeignReferences(element: Element): void {
  for (const [name, value] of Object.entries(element.properties)) {
    if (typeof value !== 'string') continue;
    const isReference = /href$/i.test(name);
    if (isReference && !/^\s*#[\w:.-]+\s*$/.test(value)) delete element.properties[name];
    if (!isReference && /\\|@|expression|url\s*\(\s*(?!["']?#)/i.test(value)) delete element.properties[name];
  }
}

function sizeOf(root: Element): { width: number; height: number } {
  const number = (value: unknown) =>
    /^\d+(?:\.\d+)?(?:px)?$/.test(String(value ?? '')) ? Number.parseFloat(String(value)) : 0;
  const box = String(root.properties.viewBox ?? '')
    .split(/[\s,]+/)
    .map(Number);
  const boxWidth = box.length === 4 && Number.isFinite(box[2]) ? Number(box[2]) : 0;
  const boxHeight = box.length === 4 && Number.isFinite(box[3]) ? Number(box[3]) : 0;
  const width = number(root.properties.width) || boxWidth || 300;
  const height = number(root.properties.height) || (boxWidth > 0 ? (width * boxHeight) / boxWidth : 0) || 150;
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
